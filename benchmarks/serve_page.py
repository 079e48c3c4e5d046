"""What a page of the workbench waits for: lines of a name and a number, for benchmarks/serve.cpp.

    python3 benchmarks/serve_page.py ANHOLON CONNECTIONS
"""
import os
import statistics
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests"))
from page_client import Server  # noqa: E402

program, connections = sys.argv[1], int(sys.argv[2])


def seconds_to_frames(page, **fields):
    """From the request to the end, which comes behind the frames."""
    start = time.perf_counter()
    answer = page.answer("move", **fields)
    assert answer.ok and {1, 2} <= {frames.kind for frames in answer.frames}, answer.end
    return time.perf_counter() - start


def text_of(page, name):
    return page.answer("text", name=name).result["text"]


with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "index.html"), "w", encoding="utf-8") as file:
        file.write("page")
    for name in ("rattleback", "whipple-bicycle"):
        with Server(program, folder) as server:
            page = server.page()
            text = text_of(page, name)
            print(name + "-cold", seconds_to_frames(page, model=text))
            warm = [seconds_to_frames(page, model=text, parameters={"g": 9.8 + k / 1000}) for k in range(9)]
            print(name + "-warm", statistics.median(warm))

    with Server(program, folder) as server:
        page = server.page()
        text = text_of(page, "whipple-bicycle")
        for k in range(3):  # what is evaluated often is compiled meanwhile
            seconds_to_frames(page, model=text, until=5)
        shapes = page.answer("move", model=text, until=0.01).result["shapes"]
        # A slider that is dragged: the next value as soon as the last one is seen.
        start, updates = time.perf_counter(), 0
        while time.perf_counter() - start < 3:
            seconds_to_frames(page, model=text, until=5, parameters={"g": 9.5 + updates % 50 / 100}, lane="slider",
                              shapes=shapes)
            updates += 1
        print("slider-updates", updates / (time.perf_counter() - start))

    with Server(program, folder) as server:
        def visit():
            page = server.page()
            model = text_of(page, "rattleback")
            page.answer("check", model=model)
            page.answer("move", model=model, until=1)
            page.answer("derive", model=model)
            page.close()

        def megabytes():
            time.sleep(0.3)
            return server.resident_kilobytes() / 1000

        visit()
        print("memory-first", megabytes())
        for _ in range(connections // 2):
            visit()
        print("memory-half", megabytes())
        for _ in range(connections - connections // 2):
            visit()
        print("memory-last", megabytes())
