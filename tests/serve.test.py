"""anholon serve, as a page and as a stranger meets it: every ask, cancelling, lanes, and what is refused.

    python3 tests/serve.test.py PATH-TO-ANHOLON [unittest arguments]
"""

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from page_client import Closed, Server, WebSocket  # noqa: E402

BINARY = os.environ.get("ANHOLON_BINARY", "")
HENON = "model A { param e = 1 in 0..2; coord x, y; kinetic (x'^2 + y'^2)/2; " \
        "potential (x^2 + y^2)/2 + e*(x^2*y - y^3/3); init y = 0.1, x' = 0.3; expect integral energy }"
# A motion without end, and a proof that would take days: both have to be stopped.
ENDLESS = {"model": HENON, "until": 1e9, "frames": 10}


class Served(unittest.TestCase):
    WORDS = ()

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        page = os.path.join(cls.folder.name, "page")
        os.makedirs(os.path.join(page, "fonts"))
        for name, text in {"index.html": "<!doctype html><title>The page</title>", "app.js": "1;", "app.css": "a {}",
                           "fonts/a.woff2": "font", ".secret": "secret"}.items():
            with open(os.path.join(page, name), "w", encoding="utf-8") as file:
                file.write(text)
        with open(os.path.join(cls.folder.name, "outside.txt"), "w", encoding="utf-8") as file:
            file.write("outside")
        cls.server = Server(BINARY, page, *cls.WORDS)

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()
        cls.folder.cleanup()

    def page(self):
        page = self.welcome()
        self.addCleanup(page.close)
        return page

    def good(self, page, name, /, **fields):
        answer = page.answer(name, **fields)
        self.assertTrue(answer.ok, f"{name}: {answer.end.get('errors')}")
        return answer

    def get(self, path, method="GET", headers=None):
        """(status, headers, body) of a plain request; `path` goes out as it stands."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for key, value in {"Host": f"127.0.0.1:{self.server.port}", **(headers or {})}.items():
            if value is not None:
                connection.putheader(key, value)
        connection.endheaders()
        answer = connection.getresponse()
        body = answer.read().decode()
        connection.close()
        return answer.status, answer.headers, body

    def socket_status(self, path, headers=None):
        web_socket = WebSocket(self.server.port, path, headers)
        web_socket.close()
        return web_socket.status

    def still_works(self):
        self.assertTrue(self.server.is_alive())
        page = self.welcome()
        self.assertTrue(page.answer("hello").ok)
        page.close()

    def welcome(self):
        """A page, as soon as those that have just left have made room for it."""
        deadline = time.monotonic() + 30
        while True:
            try:
                return self.server.page()
            except Closed:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def until_it_runs(self, page, request):
        while not page.answers[request].progress:
            page.hear()


class Files(Served):
    def test_gives_the_page_and_its_files(self):
        status, headers, body = self.get(f"/?token={self.server.token}")
        self.assertEqual((status, body), (200, "<!doctype html><title>The page</title>"))
        self.assertIn("text/html", headers["Content-Type"])
        self.assertEqual(headers["Cache-Control"], "no-store")
        self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(headers["Referrer-Policy"], "no-referrer")
        self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
        self.assertNotIn("Set-Cookie", headers)
        for path, kind in {"/app.js": "text/javascript", "/app.css": "text/css", "/fonts/a.woff2": "font/woff2"}.items():
            status, headers, _ = self.get(path)
            self.assertEqual(status, 200)
            self.assertIn(kind, headers["Content-Type"])

    def test_answers_head_with_the_length_alone(self):
        status, headers, body = self.get("/app.js", method="HEAD")
        self.assertEqual((status, headers["Content-Length"], body), (200, "2", ""))

    def test_keeps_a_connection(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        for path in ["/app.js", "/app.css", "/app.js"]:
            connection.request("GET", path)
            self.assertEqual(connection.getresponse().read(), b"1;" if path == "/app.js" else b"a {}")
        connection.close()

    def test_refuses_other_methods(self):
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"]:
            self.assertEqual(self.get("/app.js", method=method)[0], 405, method)

    def test_gives_nothing_outside_the_page(self):
        for path in ["/../outside.txt", "/%2e%2e/outside.txt", "/..%2foutside.txt", "/fonts/../../outside.txt", "/./app.js",
                     "//etc/passwd", "/etc/passwd", "/.secret", "/fonts/", "/fonts", "/app.js/", "/app.js%00.html", "app.js",
                     "http://127.0.0.1/app.js", "/..\\outside.txt", "*", "/" + "a" * 4000]:
            status, _, body = self.get(path)
            self.assertIn(status, (400, 403, 404), path)
            self.assertNotIn("outside", body)
            self.assertNotIn("secret", body)
        self.still_works()


class Strangers(Served):
    def test_have_no_token(self):
        wrong = ["", "?token=", "?token=" + "0" * 32, "?token=" + self.server.token[:-1], "?token=" + self.server.token + "0",
                 "?token=" + self.server.token.upper() + "x", "?x=" + self.server.token]
        for query in wrong:
            self.assertEqual(self.get("/" + query)[0], 403, query)
            self.assertEqual(self.get("/index.html" + query)[0], 403, query)
            self.assertEqual(self.socket_status("/socket" + query), 403, query)
        self.still_works()

    def test_come_from_other_sites(self):
        port, token = self.server.port, self.server.token
        hosts = ["example.org", f"example.org:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"[::1]:{port}", "",
                 f"127.0.0.1:{port}.example.org", f"0.0.0.0:{port}", None]
        for host in hosts:
            self.assertIn(self.get(f"/?token={token}", headers={"Host": host})[0], (400, 403), host)
            self.assertIn(self.socket_status(f"/socket?token={token}", {"Host": host}), (400, 403), host)
        for origin in ["http://example.org", f"http://example.org:{port}", "null", f"https://127.0.0.1:{port}",
                       f"http://127.0.0.1:{port + 1}", f"http://127.0.0.1:{port}.example.org", ""]:
            self.assertEqual(self.get(f"/?token={token}", headers={"Origin": origin})[0], 403, origin)
            self.assertEqual(self.socket_status(f"/socket?token={token}", {"Origin": origin}), 403, origin)
        for name in ["127.0.0.1", "localhost"]:
            headers = {"Host": f"{name}:{port}", "Origin": f"http://{name}:{port}"}
            self.assertEqual(self.get(f"/?token={token}", headers=headers)[0], 200)
            self.assertEqual(self.socket_status(f"/socket?token={token}", headers), 101)

    def test_cannot_reach_it_from_other_machines(self):
        with open("/proc/net/tcp", encoding="utf-8") as table:
            listening = [line.split()[1] for line in table if line.split()[3] == "0A"]
        mine = [address for address in listening if address.endswith(f":{self.server.port:04X}")]
        self.assertEqual(mine, [f"0100007F:{self.server.port:04X}"])

    def test_send_nonsense_instead_of_requests(self):
        source = random.Random(1)
        heads = [b"", b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET / HTTP/1.1\r\nHost",
                 b"GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", b"A" * 20000,
                 b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
                 b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]
        for k in range(500):
            raw = heads[k] if k < len(heads) else source.randbytes(source.randrange(1, 400)) + b"\r\n\r\n"
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as connection:
                try:
                    connection.sendall(raw)
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(65536):
                        pass
                except OSError:
                    pass
        self.still_works()

    def test_send_nonsense_instead_of_frames(self):
        source = random.Random(2)
        for k in range(500):
            page = self.welcome()
            stranger = page.web_socket
            try:
                kind = k % 8
                if kind == 0:
                    stranger.socket.sendall(source.randbytes(source.randrange(1, 300)))
                elif kind == 1:
                    stranger.send_frame(1, b"{}", mask=False)
                elif kind == 2:
                    stranger.send_frame(source.choice([3, 4, 5, 6, 7, 11, 12, 13, 14, 15]), b"x")
                elif kind == 3:
                    stranger.send_frame(1, b"x", first=0x80 | source.choice([0x10, 0x20, 0x40, 0x70]))
                elif kind == 4:
                    stranger.send_frame(1, b"\xff\xfe" + source.randbytes(8))
                elif kind == 5:
                    stranger.send_frame(9, b"x" * 200)
                elif kind == 6:
                    stranger.send_frame(2, source.randbytes(64))
                else:
                    stranger.send_frame(0, b"continued from nothing")
                stranger.socket.shutdown(socket.SHUT_WR)
                while True:
                    stranger.receive()
            except (Closed, OSError):
                pass
            page.close()
        self.still_works()

    def test_send_requests_that_are_none(self):
        page = self.page()
        source = random.Random(3)
        good = json.dumps({"id": 1, "ask": "move", "model": HENON, "parameters": {"e": 1}})
        for k in range(1000):
            if k % 2:
                text = "".join(source.choice('{}[]",:0123456789.eE+-truefalsnidk\\u') for _ in range(source.randrange(60)))
            else:
                cut = list(good)
                for _ in range(source.randrange(1, 4)):
                    cut[source.randrange(len(cut))] = source.choice('{}[]",:x0')
                text = "".join(cut)
            page.web_socket.send(text)
        deep = "[" * 1000000
        page.web_socket.send(deep)
        page.last = 1_000_000
        self.assertTrue(page.answer("hello").ok)
        self.assertIn(page.answers[0].code, ("request-bad", "ask-unknown"))

    def test_send_messages_of_100_megabytes(self):
        before = self.server.resident_kilobytes()
        for first in (0x80, 0x00):  # whole, and in pieces
            page = self.server.page(timeout=60)
            piece = b" " * (1 << 20)
            try:
                if first:
                    page.web_socket.send_frame(1, b" " * 100_000_000)
                else:
                    page.web_socket.send_frame(1, piece, first=0)
                    for _ in range(99):
                        page.web_socket.send_frame(0, piece, first=0)
                page.hear()
            except (Closed, OSError):
                pass
            else:
                self.fail("a message of 100 MB was read")
            page.close()
        self.still_works()
        self.assertLess(self.server.resident_kilobytes() - before, 60_000)

    def test_come_in_crowds(self):
        crowd = []
        for _ in range(50):
            try:
                crowd.append(WebSocket(self.server.port, f"/socket?token={self.server.token}", timeout=30))
            except OSError:
                pass
        welcome = [one for one in crowd if one.status == 101]
        self.assertTrue(20 <= len(welcome) <= 32, len(welcome))
        for one in welcome:
            one.send(json.dumps({"id": 1, "ask": "hello"}))
        for one in welcome:
            self.assertTrue(json.loads(one.receive()[1])["ok"])
        for one in crowd:
            one.close()
        self.still_works()

    def test_who_do_not_read_hold_nothing_up(self):
        silent = self.page()
        for _ in range(40):
            silent.ask("move", model=HENON, until=300, frames=20000)
        self.still_works()
        silent.close()
        self.still_works()


class Asks(Served):
    def text(self, page, name):
        return self.good(page, "text", name=name).result["text"]

    def test_hello(self):
        hello = self.good(self.page(), "hello").result
        self.assertIn("hamel", [form["id"] for form in hello["forms"]])
        self.assertIn("integrals", [fact["id"] for fact in hello["facts"]])
        self.assertIn("python", [language["id"] for language in hello["languages"]])
        self.assertIn("taylor", hello["methods"])

    def test_gallery(self):
        page = self.page()
        entries = self.good(page, "gallery").result
        rattleback = next(entry for entry in entries if entry["name"] == "rattleback")
        titles = {entry["name"]: entry["title"] for entry in entries}
        for name, title in {"rattleback": "Rattleback", "appell-hamel": "Appell–Hamel", "suslov-wagner": "Suslov–Wagner",
                            "beghins-ball": "Béghin's ball", "asymmetric-chaplygin-top": "Asymmetric Chaplygin top",
                            "beam-on-two-skates": "Beam on two skates", "whipple-bicycle": "Whipple bicycle"}.items():
            self.assertEqual(titles[name], title)
        self.assertIn("contact", rattleback["keywords"])
        self.assertEqual(page.answer("text", name="no-such").code, "model-not-found")
        self.assertEqual(page.answer("text", name="../README.md").code, "model-not-found")

    def test_check(self):
        page = self.page()
        checked = self.good(page, "check", model=self.text(page, "rattleback")).result
        self.assertTrue(checked["ok"])
        m = next(p for p in checked["parameters"] if p["name"] == "m")
        self.assertEqual((m["value"], m["unit"], m["low"], m["high"], m["derived"]), (1, "kg", 0.1, 10, False))
        w3 = next(x for x in checked["state"] if x["name"] == "w3")
        self.assertEqual((w3["value"], w3["given"]), (-5, True))
        self.assertEqual(checked["default"], {"until": 5, "every": 0.005})
        wrong = self.good(page, "check", model="model A {\n  coord x\n  kinetic tetha'^2\n}").result
        self.assertFalse(wrong["ok"])
        mistake = wrong["diagnostics"][0]
        self.assertEqual((mistake["code"], mistake["line"], mistake["column"], mistake["end_column"]),
                         ("name-unknown", 3, 11, 16))

    def test_check_every_system_of_the_gallery(self):
        page = self.page()
        for entry in self.good(page, "gallery").result:
            checked = self.good(page, "check", model=self.text(page, entry["name"])).result
            self.assertTrue(checked["ok"], entry["name"])
            self.assertTrue(checked["state"], entry["name"])

    def test_complete(self):
        page = self.page()
        text = "model A {\n  param mass = 1 [k]\n  coord theta\n  kinetic mass*th\n}"
        labels = lambda line, column: {c["label"] for c in self.good(page, "complete", model=text, line=line,
                                                                     column=column).result}
        self.assertLessEqual({"kg", "m", "s", "deg"}, labels(2, 20))
        self.assertLessEqual({"theta", "mass", "sin", "sqrt"}, labels(4, 18))
        self.assertNotIn("coord", labels(4, 18))
        self.assertLessEqual({"coord", "constraint"}, labels(5, 1))

    def test_complete_pictures(self):
        page = self.page()
        lines = ["model A {", "coord x, y", "kinetic x'^2 + y'^2", "picture {", "box cart at (x, y) size (1, 1)", "", "}", "}"]

        def labels(line):
            lines[5] = line
            answer = self.good(page, "complete", model="\n".join(lines), line=6, column=len(line) + 1)
            return {c["label"] for c in answer.result}
        self.assertLessEqual({"ball", "trace", "view"}, labels("ba"))
        self.assertNotIn("coord", labels("ba"))
        self.assertLessEqual({"at", "radius", "colour"}, labels("ball knob "))
        self.assertNotIn("tube", labels("ball knob "))
        self.assertLessEqual({"x", "y", "sin"}, labels("ball at ("))
        self.assertLessEqual({"x", "sqrt"}, labels("ball radius "))
        self.assertEqual({"cart"}, labels("ball in "))
        self.assertLessEqual({"blue", "red"}, labels("ball colour "))
        self.assertLessEqual({"velocity", "load"}, labels("arrow of (x, y) role "))

    def test_format(self):
        page = self.page()
        self.assertEqual(self.good(page, "format", model="model A{coord x;kinetic x'^2/2}").result["text"],
                         subprocess.run([BINARY, "fmt", "-"], input="model A{coord x;kinetic x'^2/2}", capture_output=True,
                                        text=True, check=True).stdout)
        self.assertEqual(page.answer("format", model="model A {").ok, False)

    def test_move(self):
        page = self.page()
        answer = self.good(page, "move", model=self.text(page, "rattleback"))
        result = answer.result
        plot = next(frames for frames in answer.frames if frames.kind == 2)
        self.assertEqual((plot.rows, plot.columns), (result["rows"], len(result["columns"])))
        self.assertEqual(plot.rows, 301)
        w3 = [column["name"] for column in result["columns"]].index("w3")
        self.assertAlmostEqual(plot.row(0)[w3], -5)
        self.assertAlmostEqual(plot.row(300)[w3], 4.1642460, places=5)
        self.assertAlmostEqual(plot.row(300)[0], 5)
        self.assertIsNone(result["ended"])
        self.assertLess(next(d["relative"] for d in result["drift"] if d["name"] == "energy"), 1e-10)

    def test_move_with_other_values_and_columns(self):
        page = self.page()
        answer = self.good(page, "move", model=HENON, parameters={"e": 0}, initial={"x": 0.5, "x'": "3/10"},
                           columns=["r=sqrt(x^2 + y^2)", "x*y"], until="2*pi", frames=100)
        names = [column["name"] for column in answer.result["columns"]]
        self.assertEqual(names[0], "t")
        plot = answer.frames[-1]
        for name in ("x", "y", "x'", "r"):
            k = names.index(name)
            self.assertAlmostEqual(plot.row(0)[k], plot.row(100)[k], places=9, msg=name)
        self.assertAlmostEqual(plot.row(0)[names.index("x")], 0.5)
        bad = page.answer("move", model=HENON, parameters={"e": 3})
        self.assertEqual(bad.end["errors"][0]["field"], "parameters")
        self.assertFalse(page.answer("move", model=HENON, columns=["nonsense"]).ok)
        self.assertFalse(page.answer("move", model=HENON, experiment="none").ok)
        self.assertFalse(page.answer("move", model=HENON, method="euler").ok)

    def test_move_backward_and_until_contact_is_lost(self):
        page = self.page()
        answer = self.good(page, "move", model=HENON, until=-3)
        self.assertAlmostEqual(answer.result["t_end"], -3)
        jumping = self.text(page, "rattleback")
        ended = self.good(page, "move", model=jumping, initial={"w1": 60}, until=20).result
        self.assertIsNotNone(ended["ended"])
        self.assertLess(ended["t_end"], 20)

    def test_another_value_costs_no_derivation(self):
        page = self.page()
        text = self.text(page, "rolling-disc")
        first = self.good(page, "move", model=text).result["seconds"]
        second = self.good(page, "move", model=text, parameters={"g": 9}, until=1).result["seconds"]
        self.assertGreater(first["compile"], 0)
        self.assertEqual(second["compile"], 0)

    def test_derive_as_the_command_does(self):
        page = self.page()
        text = self.text(page, "chaplygin-sleigh")
        for form in ["hamel", "lagrange-multipliers", "chaplygin"]:
            derived = self.good(page, "derive", model=text, form=form).result
            told = subprocess.run([BINARY, "derive", "chaplygin-sleigh", "--form", form, "--as", "latex"],
                                  capture_output=True, text=True, check=True).stdout
            self.assertEqual(derived["latex"].strip(), told.strip())
            self.assertEqual(derived["form"], form)
            self.assertIn("m", derived["symbols"])
        self.assertEqual(page.answer("derive", model=text, form="hammel").code, "form-unknown")
        applies = {row["id"]: row["applies"] for row in self.good(page, "forms", model=text).result}
        refused = next(form for form, does in applies.items() if not does)
        derived = self.good(page, "derive", model=text, form=refused).result
        self.assertFalse(derived["applies"])
        self.assertTrue(derived["reason"])

    def test_verify_row_by_row(self):
        page = self.page()
        answer = self.good(page, "verify", model=self.text(page, "chaplygin-sleigh"))
        self.assertTrue(answer.result["agree"])
        self.assertEqual(sorted(row["form"] for row in answer.rows), sorted(row["form"] for row in answer.result["forms"]))

    def test_facts_row_by_row(self):
        page = self.page()
        text = self.text(page, "chaplygin-sleigh")
        answer = self.good(page, "facts", model=text, facts=["integrability", "energy"])
        self.assertEqual([row["fact"] for row in answer.rows], ["integrability", "energy"])
        self.assertEqual(answer.rows, answer.result)
        fixed = self.good(page, "facts", model=text, facts=["measure"], parameters={"a": 0})
        self.assertNotEqual(self.good(page, "facts", model=text, facts=["measure"]).result[0]["verdict"],
                            fixed.result[0]["verdict"])
        self.assertEqual(page.answer("facts", model=text, facts=["happiness"]).code, "fact-unknown")

    def test_linearize(self):
        page = self.page()
        found = self.good(page, "linearize", model=HENON, at="equilibrium", initial={"x": 0, "y": 0}).result
        self.assertEqual(len(found["eigenvalues"]), 4)
        self.assertEqual(page.answer("linearize", model=HENON, at="sideways").code, "request-bad")

    def same(self, page, ask, words, fields):
        """An ask has the answer of the command, but for the names of the systems and for times."""
        def bare(value):
            if isinstance(value, dict):
                return {key: bare(one) for key, one in value.items() if key not in ("system", "a", "b", "seconds")}
            return [bare(one) for one in value] if isinstance(value, list) else value

        printed = subprocess.run([BINARY, *words, "--json"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(bare(self.good(page, ask, **fields).result), bare(json.loads(printed)["result"]))

    def test_questions_about_motions_as_the_command_answers_them(self):
        page = self.page()
        sleigh, disc, skate = (self.text(page, name) for name in ("chaplygin-sleigh", "rolling-disc", "vakonomic-skate"))
        self.same(page, "quadrature", ["quadrature", "rolling-disc", "-i", "u=2"], {"model": disc, "initial": {"u": 2}})
        self.same(page, "path", ["path", "chaplygin-sleigh", "--by", "w", "--until", "2", "--every", "0.5"],
                  {"model": sleigh, "by": "w", "until": 2, "every": 0.5})
        self.same(page, "variations", ["variations", "chaplygin-sleigh", "--until", "2", "--tangent", "v=1", "-p", "a=0.2"],
                  {"model": sleigh, "until": 2, "tangents": ["v=1"], "parameters": {"a": 0.2}})
        self.same(page, "action", ["action", "chaplygin-sleigh", "--until", "2"], {"model": sleigh, "until": 2})
        self.same(page, "connect", ["connect", "vakonomic-skate", "--to", "x=2", "--to", "y=1", "--to", "phi=0", "--in", "2"],
                  {"model": skate, "to": {"x": 2, "y": 1, "phi": 0}, "in": 2})
        self.same(page, "limit", ["limit", "chaplygin-sleigh", "--as", "viscous", "--N", "1e2..1e4"],
                  {"model": sleigh, "as": "viscous", "N": "1e2..1e4"})
        self.same(page, "compare", ["compare", "suslov", "suslov", "--map", "w1 = -w1", "--map", "w2 = -w2", "--time", "-1"],
                  {"model": self.text(page, "suslov"), "other": "suslov", "map": ["w1 = -w1", "w2 = -w2"], "time": -1})
        self.same(page, "verify", ["verify", "suslov", "--eliminations"], {"model": self.text(page, "suslov"), "eliminations": True})
        steady = ["linearize", "rolling-disc", "--at", "steady"]
        self.same(page, "linearize", [*steady, "--symbolic", "g"], {"model": disc, "at": "steady", "symbolic": "g"})
        self.same(page, "linearize", [*steady, "--region", "g=1..20,A=0.1..1", "--points", "9"],
                  {"model": disc, "at": "steady", "region": "g=1..20,A=0.1..1", "points": 9})
        self.assertEqual(page.answer("linearize", model=disc, at="steady", symbolic="g", critical="g=1..2").code, "options-conflict")
        self.assertEqual(page.answer("linearize", model=disc, at="steady", region="g=1..2,A=1..2", points=100000).code, "region-points")
        self.assertEqual(page.answer("compare", model=disc).code, "model-missing")

    def test_studies_say_why_they_have_no_answer(self):
        page = self.page()
        why = {name: {row["study"]: row["reason"] for row in self.good(page, "studies", model=self.text(page, name)).result}
               for name in ("chaplygin-sleigh", "vakonomic-skate", "furuta-pendulum")}
        self.assertIn("not the vakonomic one", why["chaplygin-sleigh"]["connect"])
        self.assertIsNone(why["chaplygin-sleigh"]["limit"])
        self.assertIsNone(why["vakonomic-skate"]["connect"])
        self.assertIn("vakonomic", why["vakonomic-skate"]["path"])
        self.assertIn("no velocity constraints", why["furuta-pendulum"]["limit"])
        # Where a reason is given, the question is refused with it.
        for study, fields in {"connect": {"to": {"x": 1}}, "path": {"until": 1}, "limit": {"as": "viscous"}}.items():
            for name, reasons in why.items():
                answer = page.answer(study, model=self.text(page, name), **fields)
                if reasons[study] is not None:
                    self.assertFalse(answer.ok)
                    self.assertEqual(answer.end["errors"][0]["message"], reasons[study])

    def test_many_short_answers_at_once(self):
        """Two messages must not go out at a time: answers end on threads of their own, as a message has just gone out."""
        page = self.page()
        for _ in range(150):
            requests = [page.ask("format", model="model A { coord x; kinetic x'^2 }") for _ in range(40)]
            for request in requests:
                self.assertTrue(page.wait(request).ok)
        self.still_works()

    def test_linearize_follows_sliders_with_the_numbers_of_the_command(self):
        page = self.page()
        text = self.text(page, "whipple-bicycle")
        for initial, parameters in [({"v": 5}, {}), ({"v": 6}, {}), ({"v": 6}, {"w": 1.1}), ({"v": 5}, {})]:
            words = [f"-i{name}={value}" for name, value in initial.items()]
            words += [f"-p{name}={value}" for name, value in parameters.items()]
            printed = subprocess.run([BINARY, "linearize", "whipple-bicycle", "--at", "steady", "--json", *words],
                                     capture_output=True, text=True, check=True).stdout
            found = self.good(page, "linearize", model=text, at="steady", initial=initial, parameters=parameters).result
            expected = json.loads(printed)["result"]
            for key in ["state", "variables", "matrix", "eigenvalues", "turning", "zero", "stability"]:
                self.assertEqual(found[key], expected[key], key)
        self.assertEqual(page.answer("linearize", model=text, at="steady", initial={"v": "x"}).code, "name-unknown")
        self.assertTrue(page.answer("linearize", model=text, at="steady", initial={"v": 5}).ok)

    def test_export(self):
        page = self.page()
        text = self.text(page, "rolling-disc")
        found = self.good(page, "export", model=text, language="c99").result
        self.assertTrue(found["file"].endswith(".c"))
        self.assertIn("#include", found["text"])
        self.assertIsNotNone(found["header"])
        self.assertEqual(page.answer("export", model=text, language="cobol").code, "language-unknown")

    def test_section(self):
        page = self.page()
        answer = self.good(page, "section", model=HENON, at="x:up", columns=["y", "y'"], count=200)
        self.assertEqual(sum(frames.rows for frames in answer.frames), 200)
        self.assertEqual({(frames.kind, frames.columns) for frames in answer.frames}, {(3, 3)})
        self.assertEqual(answer.result["orbits"][0]["points"], 200)
        started = self.good(page, "section", model=HENON, at="x:up", columns=["y", "y'"], count=5,
                            **{"from": {"y": 0.2, "y'": 0.05}})
        self.assertEqual(started.result["orbits"][0]["points"], 5)
        self.assertEqual(page.answer("section", model=HENON).code, "section-nowhere")

    def test_lyapunov(self):
        page = self.page()
        answer = self.good(page, "lyapunov", model=HENON, until=2000, transient=100)
        self.assertTrue(answer.result["exponents"])
        for row in answer.rows:
            self.assertEqual(len(row["exponents"]), len(answer.result["exponents"]))

    def test_chart_from_coarse_to_fine(self):
        page = self.page()
        answer = self.good(page, "chart", model=HENON, over=["x'=0..0.5:40", "y=0..0.4:40"], measure="max(x)", until=5)
        self.assertEqual([row["counts"] for row in answer.rows], [[16, 16], [32, 32], [40, 40]])
        self.assertEqual(sum(frames.rows for frames in answer.frames), 16 * 16 + 32 * 32 + 40 * 40)
        i, j, value, status = answer.frames[-1].row(answer.frames[-1].rows - 1)
        self.assertEqual((i, j, answer.result["statuses"][int(status)]), (39, 39, "done"))
        self.assertGreater(value, 0)

    def test_orbit(self):
        page = self.page()
        found = self.good(page, "orbit", model=HENON, at="x:up", parameters={"e": 0.1}).result
        self.assertGreater(found["period"], 6)

    def test_models_of_the_gallery_move(self):
        page = self.page()
        for name in ["chaplygin-sleigh", "suslov", "chaplygin-ball", "snakeboard", "rolling-disc"]:
            answer = self.good(page, "move", model=self.text(page, name), until=0.2)
            self.assertGreater(answer.result["rows"], 10, name)


class Work(Served):
    def test_is_cancelled(self):
        page = self.page()
        request = page.ask("move", **ENDLESS)
        self.until_it_runs(page, request)
        page.cancel(request)
        self.assertEqual(page.wait(request).code, "cancelled")
        page.cancel(request)
        page.cancel(4711)
        self.good(page, "hello")

    def test_of_every_kind_is_cancelled(self):
        page = self.page()
        text = self.good(page, "text", name="whipple-bicycle").result["text"]
        asks = {"facts": {"model": text}, "verify": {"model": text}, "move": ENDLESS,
                "section": {"model": HENON, "at": "x:up", "count": 100_000_000, "until": 1e9},
                "lyapunov": {"model": HENON, "until": 1e9},
                "chart": {"model": HENON, "over": ["x'=0..0.5:1000", "y=0..0.4:1000"], "measure": "lyapunov", "until": 1e5},
                "variations": {"model": HENON, "until": 1e6, "every": 1e5}}
        for name, fields in asks.items():
            request = page.ask(name, **fields)
            deadline = time.monotonic() + 60
            answer = page.answers[request]
            while not (answer.progress or answer.rows or answer.frames) and answer.end is None and time.monotonic() < deadline:
                page.hear()
            page.cancel(request)
            self.assertEqual(page.wait(request).code, "cancelled", name)

    def test_in_a_lane_is_replaced_by_newer_work(self):
        page = self.page()
        first = page.ask("move", lane="slider", **ENDLESS)
        self.until_it_runs(page, first)
        requests = [page.ask("move", lane="slider", model=HENON, until=2, parameters={"e": k / 100}) for k in range(50)]
        self.assertTrue(page.wait(requests[-1]).ok)
        self.assertEqual(page.wait(first).code, "cancelled")
        for request in requests[:-1]:
            answer = page.wait(request)
            self.assertTrue(answer.ok or answer.code == "cancelled")

    def test_a_lane_moves_on_while_its_model_is_compiled(self):
        """A slider that moves faster than the first motion is ready does not keep it from ever being ready."""
        page = self.page()
        text = self.good(page, "text", name="whipple-bicycle").result["text"]
        last = None
        for k in range(40):
            last = page.ask("move", lane="slider", model=text, until=0.1 + k / 1000)
            time.sleep(0.02)
        self.assertTrue(page.wait(last).ok)

    def test_tells_how_far_it_is(self):
        page = self.page()
        request = page.ask("move", seconds=2, **ENDLESS)
        answer = page.wait(request)
        self.assertTrue(answer.ok)
        self.assertEqual(answer.result["ended"]["code"], "budget")
        done = [event["done"] for event in answer.progress]
        self.assertTrue(done and done == sorted(done) and answer.progress[0]["of"] == 1e9)

    def test_of_one_connection_is_not_heard_on_another(self):
        one, other = self.page(), self.page()
        first, second = one.ask("move", **ENDLESS), other.ask("hello")
        self.assertEqual(first, second)
        self.assertIn("version", other.wait(second).result)
        other.cancel(first)
        self.assertTrue(other.answer("hello").ok)
        self.assertIsNone(one.answers[first].end)
        one.cancel(first)
        one.wait(first)

    def test_stops_when_its_page_is_gone(self):
        page = self.server.page()
        for _ in range(8):
            page.ask("move", **ENDLESS)
        self.until_it_runs(page, 1)
        page.close()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            before = self.processor_seconds()
            time.sleep(0.5)
            if self.processor_seconds() - before < 0.1:
                return
        self.fail("requests go on without their page")

    def processor_seconds(self):
        with open(f"/proc/{self.server.process.pid}/stat", encoding="utf-8") as file:
            words = file.read().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def test_takes_no_more_memory_with_every_connection(self):
        text = self.good(self.page(), "text", name="rattleback").result["text"]

        def visit():
            page = self.server.page()
            self.assertTrue(page.answer("check", model=text).ok)
            self.assertTrue(page.answer("move", model=text, until=0.5).ok)
            page.ask("move", **ENDLESS)
            page.close()

        def settled():
            """After the last connections have ended."""
            time.sleep(0.5)
            return self.server.resident_kilobytes()

        for _ in range(10):
            visit()
        before = settled()
        for _ in range(30):
            visit()
        self.assertLess(settled() - before, 15_000)


class Budgeted(Served):
    WORDS = ("--budget", "1")

    def test_no_request_takes_longer_than_the_server_allows(self):
        page = self.page()
        text = self.good(page, "text", name="whipple-bicycle").result["text"]
        self.assertEqual(page.answer("verify", model=text, seconds=1000).code, "budget")
        self.assertEqual(self.good(page, "move", seconds=1000, **ENDLESS).result["ended"]["code"], "budget")


class Life(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        with open(os.path.join(self.folder.name, "index.html"), "w", encoding="utf-8") as file:
            file.write("page")

    def test_ends_with_a_signal_while_requests_run(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with Server(BINARY, self.folder.name) as server:
                page = server.page()
                text = page.answer("text", name="whipple-bicycle").result["text"]
                page.ask("move", **ENDLESS)
                page.ask("verify", model=text)
                while not page.answers[2].progress:
                    page.hear()
                self.assertEqual(server.stop(number), (0, ""))
                with self.assertRaises(Closed):
                    while True:
                        page.hear()
                page.close()

    def test_begins_with_a_model(self):
        with Server(BINARY, self.folder.name, "rattleback") as server:
            self.assertTrue(server.address.endswith("#model=rattleback"))
        model = os.path.join(self.folder.name, "a.anh")
        with open(model, "w", encoding="utf-8") as file:
            file.write("model A { coord x; kinetic x'^2/2 }")
        with Server(BINARY, self.folder.name, model) as server:
            self.assertIn("#text=model%20A%20%7B", server.address)

    def test_takes_the_port_that_is_asked_for(self):
        with Server(BINARY, self.folder.name) as first:
            with self.assertRaisesRegex(AssertionError, "cannot be used"):
                Server(BINARY, self.folder.name, "--port", str(first.port))

    def test_says_what_is_missing(self):
        done = subprocess.run([BINARY, "serve", "--no-open", "--web", os.path.join(self.folder.name, "none")],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("has no index.html", done.stderr)
        done = subprocess.run([BINARY, "serve", "no-such-model", "--no-open", "--web", self.folder.name],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 3)
        self.assertIn("model-not-found", done.stderr)

    def test_tokens_differ(self):
        tokens = set()
        for _ in range(3):
            with Server(BINARY, self.folder.name) as server:
                tokens.add(server.token)
        self.assertEqual(len(tokens), 3)


class Types(unittest.TestCase):
    def test_of_the_page_are_those_of_the_server(self):
        """If this fails: anholon serve --types > web/src/protocol.ts"""
        told = subprocess.run([BINARY, "serve", "--types"], capture_output=True, text=True, check=True).stdout
        root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        with open(os.path.join(root, "web/src/protocol.ts"), encoding="utf-8") as file:
            self.assertEqual(file.read(), told)


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BINARY = sys.argv.pop(1)
    unittest.main()
