"""A queue in which keys take turns."""

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.concurrency.turn_queue import TurnQueue


def served(queue: TurnQueue[str, int]) -> list[int]:
    """Serve the key whose turn it is until the queue is empty."""
    return [queue.pop(next(queue.turns())) for _ in range(len(queue))]


def test_keys_take_turns() -> None:
    """A key with many items doesn't delay a key with few items."""
    queue: TurnQueue[str, int] = TurnQueue()
    queue.add("a", 1, 2, 3)
    queue.add("b", 4)
    queue.add("c", 5, 6)
    assert served(queue) == [1, 4, 5, 2, 6, 3]
    assert not queue


def test_urgent_items_come_first() -> None:
    """Urgent items come before other items of the key, in their own order; the turn of the key stays the same."""
    queue: TurnQueue[str, int] = TurnQueue()
    queue.add("b", 0)
    queue.add("a", 3)
    queue.add("a", 1, 2, first=True)
    assert list(queue.turns()) == ["b", "a"]
    assert served(queue) == [0, 1, 2, 3]


def test_no_items() -> None:
    """A key without items has no turn."""
    queue: TurnQueue[str, int] = TurnQueue()
    queue.add("a")
    assert not list(queue.turns())


def test_remove_unknown_item() -> None:
    """An item that doesn't wait can't be removed."""
    queue: TurnQueue[str, int] = TurnQueue()
    with pytest.raises(KeyError):
        queue.remove("a", 1)
    queue.add("a", 1)
    with pytest.raises(ValueError, match="2"):
        queue.remove("a", 2)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["add", "first", "pop", "remove"])), max_size=40))
def test_no_item_is_lost(steps: list[tuple[str, str]]) -> None:
    """Each item waits in the line of its key until it is served or removed."""
    queue: TurnQueue[str, int] = TurnQueue()
    lines: dict[str, deque[int]] = {key: deque() for key in "abc"}
    for number, (key, step) in enumerate(steps):
        line = lines[key]
        if step == "add":
            queue.add(key, number)
            line.append(number)
        elif step == "first":
            queue.add(key, number, first=True)
            line.appendleft(number)
        elif line and step == "pop":
            assert queue.pop(key) == line.popleft()
        elif line:
            queue.remove(key, line[-1])
            line.pop()
        assert len(queue) == sum(map(len, lines.values()))
        assert sorted(queue) == sorted(item for line in lines.values() for item in line)
        assert set(queue.turns()) == {key for key, line in lines.items() if line}
