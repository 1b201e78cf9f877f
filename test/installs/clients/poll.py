"""A poller over a retrying library in its ordinary configuration: `python3 poll.py urllib3`. Prints the price it acts on."""

import json
import os
import sys
import time

# Installed here by `pip install --target`, or with the interpreter.
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "node_modules/.python"))

POLL_SECONDS = 1
TIMEOUT_SECONDS = 5
ETH_DECIMALS = 18
SUFFIXES = ["", "_FALLBACK", "_FALLBACK_2"]
BASES = [os.environ[f"GMX_SIM_ARBITRUM{suffix}_URL"] for suffix in SUFFIXES]


def over_urllib3():
    import urllib3

    retries = urllib3.Retry(total=3, backoff_factor=0.5, status_forcelist=[429, 502, 503, 504])
    pool = urllib3.PoolManager(retries=retries, timeout=TIMEOUT_SECONDS)
    return lambda url: json.loads(pool.request("GET", url).data)


def over_httpx():
    """Its transport retries connections only."""
    import httpx

    return checked(httpx.Client(transport=httpx.HTTPTransport(retries=3), timeout=TIMEOUT_SECONDS))


def over_tenacity():
    import httpx
    import tenacity

    retry = tenacity.retry(
        stop=tenacity.stop_after_attempt(3), wait=tenacity.wait_random_exponential(multiplier=0.5, max=4)
    )
    return retry(checked(httpx.Client(timeout=TIMEOUT_SECONDS)))


def checked(client):
    def get(url):
        reply = client.get(url)
        # Returns nothing before httpx 0.25.
        reply.raise_for_status()
        return reply.json()

    return get


GET = {"urllib3": over_urllib3, "httpx": over_httpx, "tenacity": over_tenacity}[sys.argv[1]]()


def tickers():
    for base in BASES:
        try:
            return GET(f"{base}/prices/tickers")
        except Exception:  # The next base.
            continue
    return []


PARENT = os.getppid()
while os.getppid() == PARENT:
    for row in tickers():
        if row["tokenSymbol"] == "ETH":
            price = int(row["medianPrice"]) / 10 ** (30 - ETH_DECIMALS - row["oracleDecimals"])
            print(f"acted on ETH at {price}", flush=True)
    time.sleep(POLL_SECONDS)
