"""The images whose size a browser learns only after it has painted the content around them."""

from collections.abc import Iterator, Sequence
from operator import attrgetter

from sitescan.model.page_load import Loading, PageLoad
from sitescan.performance.graph import Graph
from sitescan.performance.network import PHONE
from sitescan.performance.replay import Span


def late_images(load: PageLoad, graph: Graph, spans: Sequence[Span], painted: float) -> Iterator[str]:
    """
    Iterate over the URLs of the images of which nothing can have come when the content before them is painted.

    An image whose size is known before the first paint moves nothing: layout shifts are movements between two frames
    (https://wicg.github.io/layout-instability/#sec-layout-shift). The size is in the first bytes, which come a round
    trip after the request at the earliest, whatever new connections take. What is after a file that holds up the parser
    is painted once that has ended. A lazy image is requested by the layout that is painted then.

    :param graph: all files of the page, of which browsers load the lazy ones later.
    :param spans: when its requests were sent and have ended.
    :param painted: when the first content is painted, in milliseconds.
    """
    ends = {url: spans[index].ends for url, index in graph.index.items()}
    # When the parser reaches a file at the latest: when the files that hold it up before have ended.
    reached = 0.0
    for file in sorted(load.files, key=attrgetter("position")):
        if file.loading is Loading.PARSER:
            reached = max(reached, ends.get(file.url, 0.0))
        elif file.kind == "image" and file.url in graph.index:
            if spans[graph.index[file.url]].begins + PHONE.round_trip > max(painted, reached):
                yield file.url
        elif file.kind == "image" and file.loading is Loading.LAZY:
            yield file.url
