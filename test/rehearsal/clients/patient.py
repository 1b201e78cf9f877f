"""Waits a quarter of a minute for each answer, asks each base address three times with pauses that double, then the next one.

It starts with the primary again for every question, and knows nothing of Retry-After. Prints the price that it acts on.
"""

import json
import os
import time
import urllib.error
import urllib.request
from decimal import Decimal
from http.client import HTTPException

SUFFIXES = ["", "_FALLBACK", "_FALLBACK_2"]
BASES = [os.environ[f"GMX_SIM_ARBITRUM{suffix}_URL"] for suffix in SUFFIXES]
TIMEOUT_SECONDS = 15
ATTEMPTS = 3
FIRST_PAUSE_SECONDS = 2
POLL_SECONDS = 1
ETH_DECIMALS = 18


def ask(base):
    with urllib.request.urlopen(f"{base}/prices/tickers", timeout=TIMEOUT_SECONDS) as reply:
        return json.load(reply)


def tickers():
    """The reply of the first base address that answers, or nothing."""
    for base in BASES:
        for attempt in range(ATTEMPTS):
            try:
                return ask(base)
            except (urllib.error.URLError, HTTPException, OSError, ValueError):
                time.sleep(FIRST_PAUSE_SECONDS * 2**attempt)
    return []


while True:
    for ticker in tickers():
        if ticker["tokenSymbol"] == "ETH":
            usd = Decimal(ticker["medianPrice"]).scaleb(ETH_DECIMALS + ticker["oracleDecimals"] - 30)
            print(f"ETH {usd:f}", flush=True)
    time.sleep(POLL_SECONDS)
