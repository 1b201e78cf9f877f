"""gmx-sim for Python tests: a session per test, with its own market, clock, scenario and journal.

Copy this file; it needs the standard library only. With pytest, `pytest_plugins = ["gmx_sim"]` in conftest.py adds the fixture `sim`:

    def test_fails_over(sim):
        sim.load_scenario({"rules": [{"match": {"base": "primary"}, "fault": {"status": 503}}]})
        assert my_client([sim.base_url("arbitrum"), sim.base_url("arbitrum", "fallback")]).prices()
        assert sim.journal.count(base="primary", status=503) == 1

A failed test prints the journal of its session.

Elsewhere, write `with gmx_sim.session() as sim:`. Sessions are on the simulator at GMX_SIM_URL. Without it, one is started for all
of them with GMX_SIM_COMMAND (default: npx --no -- gmx-sim), and stopped when the process exits.
"""

import atexit
import contextlib
import functools
import json
import os
import pathlib
import shlex
import subprocess
import urllib.error
import urllib.parse
import urllib.request

NOON = "2026-03-01T12:00:00Z"
TIMEOUT_SECONDS = 30
# Longer than the simulator lets a call wait for requests.
WAIT_SECONDS = 660
SHOWN_ENTRIES = 20


class ControlError(Exception):
    """A rejected control call: its code, message and hint; `unreachable` if no simulator answers."""

    def __init__(self, code, message, hint):
        super().__init__(f"{message}; {hint}" if hint else message)
        self.code = code


@functools.cache
def server_url():
    """Returns the address of the simulator, started on the first call."""
    if url := os.environ.get("GMX_SIM_URL"):
        return url.rstrip("/")
    command = shlex.split(os.environ.get("GMX_SIM_COMMAND", "npx --no -- gmx-sim"))
    server = subprocess.Popen([*command, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
    atexit.register(_stop, server)
    ready = server.stdout.readline()
    if not ready:
        raise RuntimeError(f"{shlex.join(command)} did not start; stderr says why")
    return json.loads(ready)["url"]


def _stop(server):
    server.terminate()
    server.wait()
    server.stdout.close()


@contextlib.contextmanager
def session(**start):
    """A session that ends with the block: `seed`, `clock`, `scenario`, `env` and the like as in POST /sessions.

    `env={"PRICE_API": "{arbitrum}"}` adds names of your own to `sim.env`, the addresses as environment variables.
    """
    made = call("POST", f"{server_url()}/__sim/v1/sessions", {"clock": {"mode": "frozen", "at": NOON}, **start})
    try:
        yield Session(made)
    finally:
        call("DELETE", f"{server_url()}/__sim/v1/sessions/{made['id']}")


class Session:
    """An isolated simulator."""

    def __init__(self, made):
        self.id = made["id"]
        self.base_urls = made["baseUrls"]
        self.env = made["env"]
        self.control_url = made["controlUrl"]
        self.clock = Clock(self)
        self.journal = Journal(self)

    def base_url(self, network, base="primary"):
        """The base address that the code under test is given."""
        return self.base_urls[network][base]

    def load_scenario(self, scenario):
        """Starts a scenario: a dict, a pathlib.Path, or the name of one in the library. Counters and its time restart; None ends it."""
        if scenario is None:
            return self.call("DELETE", "/scenario")
        if isinstance(scenario, pathlib.Path):
            return self.call("PUT", "/scenario", scenario.read_text(encoding="utf-8"))
        return self.call("PUT", "/scenario", {"use": scenario} if isinstance(scenario, str) else scenario)

    def price(self, symbol, network="arbitrum"):
        """The median price in USD at the session's instant, unaffected by rules and caches."""
        assets = self.call("GET", f"/market/assets?network={network}")["assets"]
        return float(next(asset["price"] for asset in assets if symbol in (asset["symbol"], asset["asset"])))

    def set_price(self, asset, price, over="0s"):
        """Moves the market to a price in USD, at once or over a virtual time such as "10s"."""
        self.call("POST", "/prices", {"asset": asset, "price": str(price), "over": over})

    def snapshot(self):
        return self.call("POST", "/snapshots")["id"]

    def restore(self, snapshot):
        """Returns to a snapshot: the same requests get the same replies."""
        self.call("POST", f"/snapshots/{snapshot}/restore")

    def reset(self):
        """Returns to the start of the session."""
        self.call("POST", "/reset")

    def call(self, method, path, body=None, seconds=TIMEOUT_SECONDS):
        """Any call of the control API, such as `sim.call("POST", "/prices", {"asset": "ETH", "move": "-20%"})`."""
        return call(method, self.control_url + path, body, seconds)


class Clock:
    """The virtual clock, frozen unless the session was started otherwise."""

    def __init__(self, sim):
        self._sim = sim

    def now(self):
        return self._sim.call("GET", "/clock")["now"]

    def advance(self, by):
        """Moves it forward by a duration such as "1m"."""
        self._sim.call("POST", "/clock/advance", {"by": by})

    def set(self, **change):
        """Changes `mode` ("real", "frozen"), `rate` and `at`; the rest stays."""
        self._sim.call("PUT", "/clock", change)


class Journal:
    """The requests of the session, filtered by `network`, `base`, `endpoint`, `status`, `rule` and the like."""

    def __init__(self, sim):
        self._sim = sim

    def entries(self, **match):
        return self._sim.call("GET", f"/journal?{urllib.parse.urlencode(match)}")["entries"]

    def count(self, **match):
        return self._sim.call("GET", f"/journal/count?{urllib.parse.urlencode(match)}")["count"]

    def pauses(self):
        """Each reply with Retry-After, and how long the client waited."""
        return self._sim.call("GET", "/journal/pauses")["pauses"]

    def wait_for(self, count=1, timeout="5s", **match):
        """Waits for requests that another thread or process sends; raises ControlError if they do not arrive in time."""
        body = {"match": match, "count": count, "timeout": timeout}
        self._sim.call("POST", "/journal/wait", body, WAIT_SECONDS)

    def clear(self):
        self._sim.call("DELETE", "/journal")

    def __str__(self):
        """A line for each of the newest requests."""
        shown = self.entries(limit=SHOWN_ENTRIES)
        return "\n".join(map(_line, shown)) or "nothing: no request reached this session"


def _line(entry):
    rule = f" (rule {entry['rule']})" if entry["rule"] else ""
    reply = f"{entry['status'] or 'no reply'} {entry['outcome']}{rule}"
    return "#{n} {at} {network} {base} {method} {url} -> ".format(**entry) + reply


def call(method, url, body=None, seconds=TIMEOUT_SECONDS):
    """Calls the control API; a body of text is sent as it is. Gives up after `seconds`."""
    text = body if body is None or isinstance(body, str) else json.dumps(body)
    request = urllib.request.Request(url, text and text.encode(), method=method)
    if token := os.environ.get("GMX_SIM_CONTROL_TOKEN"):
        request.add_header("authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=seconds) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as error:
        with error:
            problem = json.load(error)["error"]
        raise ControlError(problem["code"], problem["message"], problem.get("hint")) from None
    except (urllib.error.URLError, TimeoutError) as error:
        reason = getattr(error, "reason", error)
        message, hint = f"no simulator answers {method} {url}: {reason}", "start it, or correct GMX_SIM_URL"
        raise ControlError("unreachable", message, hint) from error


try:
    import pytest
except ImportError:
    pass
else:

    @pytest.fixture
    def sim_options():
        """Options of all sessions; a fixture of this name in conftest.py or a test file replaces it."""
        return {}

    @pytest.fixture
    def sim(request, sim_options):
        """A session of its own; `@pytest.mark.parametrize("sim", [{"seed": "43"}], indirect=True)` starts it differently."""
        with session(**{**sim_options, **getattr(request, "param", {})}) as made:
            yield made

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(item):
        """Adds the journal to the report of a failed test."""
        outcome = yield
        report = outcome.get_result()
        made = getattr(item, "funcargs", {}).get("sim")
        if report.when == "call" and report.failed and isinstance(made, Session):
            try:
                journal = str(made.journal)
            except (ControlError, OSError) as error:
                journal = f"cannot be read: {error}"
            report.sections.append(("journal of gmx-sim", journal))
