from sitescan.document.loading.app_shell import app_shell
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, SourceDocument

#: How to render content on the server, by framework. https://web.dev/articles/rendering-on-the-web
_ADVICE = {
    "Angular": "Run this command: ng add @angular/ssr",
    "Docsify": "Docsify renders only in the browser. VitePress and MkDocs build pages from the same Markdown.",
    "Flutter": "Flutter draws only in the browser. Put what people search for on plain HTML pages next to it.",
    "Gatsby": "Publish the output of gatsby build, not of gatsby develop, with little content for browsers only.",
    "Next.js": 'Remove "use client" and { ssr: false } from components with content, or add generateStaticParams.',
    "Nuxt": "In nuxt.config.ts: export default defineNuxtConfig({ ssr: true })",
    "SvelteKit": "In +layout.js: export const ssr = true; export const prerender = true;",
}
_GENERAL_ADVICE = (
    "Use a framework that renders on the server: Next.js, React Router or Astro for React, Nuxt or vite-ssg for "
    "Vue, or SvelteKit for Svelte. Otherwise, serve a prerendered copy."
)

_RUN = "This scan has run them, so the other checks have seen what visitors see."
_NOT_RUN = (
    "This scan hasn't run the scripts either, so accessibility, performance and links can't raise the overall score."
)
_COPY = (
    " To check the content before that, save the page as the browser renders it "
    "(document.documentElement.outerHTML) and scan the copy."
)


def check(document: SourceDocument) -> Findings:
    """Report an app shell."""
    shell = app_shell(document)
    if shell is not None:
        detail = f"rendered by {shell.framework} in the browser" if shell.framework else ""
        advice = _ADVICE.get(shell.framework, _GENERAL_ADVICE)
        run = document.page.rendered is not None
        yield Finding(
            shell.container, detail=detail, how=advice, scan=_RUN if run else _NOT_RUN, copy="" if run else _COPY
        )


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    share=20,
    title="Page content is rendered only by scripts",
    passed="Page content is in its HTML",
    description=(
        "The page's HTML is an empty shell that scripts fill in the browser. Link previews, many crawlers and AI "
        "assistants don't run scripts and see nothing; Google sees the content late. {scan}"
    ),
    recommendation="Send the content in the HTML: render it on the server or when you build the site.",
    how_to_fix="{how}\nThen scan the page again.{copy}",
    sources=(
        "https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",
        "https://web.dev/articles/rendering-on-the-web",
    ),
    examples=(
        Bad('<noscript>Enable JavaScript.</noscript><div id="root"></div><script defer src="/app.js"></script>'),
        Bad('<app-root></app-root><script src="main.js" type="module"></script>'),
        Bad('<div id="__next"></div><script src="/_next/static/main.js" defer></script>'),
        Bad('<div id="app"><img src="/spinner.gif" alt=""><p>Loading …</p></div><script src="/app.js"></script>'),
        Bad(
            '<div id="pears"></div><script src="/app.js"></script>',
            scripts=(("https://example.com/app.js", 'render(Pears, document.getElementById("pears"))'),),
        ),
        Bad(
            '<body><script src="/bundle.js"></script>',
            scripts=(("https://example.com/bundle.js", 'document.body.append(new Pears("all"))'),),
        ),
        Good('<div id="root"><h1>Coming soon</h1></div><script defer src="/app.js"></script>'),
        Good('<div id="__next"><h1>Pears</h1><p>All about pears.</p></div><script src="/_next/main.js"></script>'),
        Good('<h1>Pears</h1><p>They grow on trees.</p><div id="root"></div><script src="/map.js"></script>'),
        Good('<pear-card><template shadowrootmode="open">Pears</template></pear-card><script src="/card.js"></script>'),
        Good('<img src="/pears.jpg" alt="Pears"><script async src="https://stats.example/count.js"></script>'),
        Good('<script>location.replace("/en/")</script>'),
        Good('<div id="app"></div>'),
    ),
)
