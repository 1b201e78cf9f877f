"""Tests of prices.py, each in its own session: an isolated market with its own clock, scenario and journal.

    python3 -m unittest

They start the simulator with the command in GMX_SIM_COMMAND (default: npx --no -- gmx-sim), or use the one at GMX_SIM_URL.
"""

import json
import os
import subprocess
import unittest
import urllib.error
import urllib.request

import prices

COMMAND = os.environ.get("GMX_SIM_COMMAND", "npx --no -- gmx-sim").split()


def call(method, url, body=None):
    """Calls the control API and returns the reply."""
    text = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, text, {"content-type": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=10) as reply:
        return json.load(reply)


def setUpModule():
    global server, url
    server, url = None, os.environ.get("GMX_SIM_URL")
    if url is None:
        server = subprocess.Popen([*COMMAND, "--port", "0"], stdout=subprocess.PIPE, text=True)
        url = json.loads(server.stdout.readline())["url"]  # the ready line


def tearDownModule():
    if server is not None:
        server.terminate()
        server.wait()
        server.stdout.close()


class PricesTest(unittest.TestCase):
    def setUp(self):
        clock = {"mode": "frozen", "at": "2026-03-01T12:00:00Z"}
        session = call("POST", f"{url}/__sim/v1/sessions", {"clock": clock})
        self.control = session["controlUrl"]
        self.addCleanup(call, "DELETE", f"{url}/__sim/v1/sessions/{session['id']}")
        prices.BASES = [session["baseUrls"]["arbitrum"][base] for base in ("primary", "fallback")]

    def scenario(self, *rules):
        call("PUT", f"{self.control}/scenario", {"rules": rules})

    def count(self, **match):
        query = "&".join(f"{key}={value}" for key, value in match.items())
        return call("GET", f"{self.control}/journal/count?{query}")["count"]

    def test_the_same_prices_every_time(self):
        first = prices.get("/prices/tickers")
        self.assertEqual(first, prices.get("/prices/tickers"))
        call("POST", f"{self.control}/clock/advance", {"by": "1m"})
        self.assertNotEqual(first, prices.get("/prices/tickers"))

    def test_the_fallback_answers_while_the_primary_limits_its_rate(self):
        self.scenario({"match": {"base": "primary"}, "when": {"until": "1m"}, "fault": {"status": 429, "retryAfter": "2s"}})
        self.assertTrue(prices.get("/prices/tickers"))
        self.assertEqual(self.count(base="primary", status=429), 1)
        self.assertEqual(self.count(base="fallback", status=200), 1)

    def test_the_primary_is_used_again_after_it_recovers(self):
        self.scenario({"match": {"base": "primary"}, "when": {"until": "1m"}, "fault": {"close": True}})
        prices.get("/tokens")
        call("POST", f"{self.control}/clock/advance", {"by": "1m"})
        prices.get("/tokens")
        self.assertEqual(self.count(base="primary", status=200), 1)

    def test_it_gives_up_when_no_base_answers(self):
        self.scenario({"fault": {"status": 503}})
        with self.assertRaises(SystemExit):
            prices.get("/prices/tickers")
        self.assertEqual(self.count(status=503), 2 * prices.ROUNDS)


if __name__ == "__main__":
    unittest.main()
