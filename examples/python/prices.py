"""Prints USD prices of tokens, with the standard library only.

    python3 prices.py ETH BTC

GMX_SIM_ARBITRUM_URL and GMX_SIM_ARBITRUM_FALLBACK_URL are the base addresses of the price API. If one fails, the next one is tried.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request
from decimal import Decimal
from http.client import HTTPException

LOCAL = "http://127.0.0.1:8650"
BASES = [
    os.environ.get("GMX_SIM_ARBITRUM_URL", f"{LOCAL}/arbitrum"),
    os.environ.get("GMX_SIM_ARBITRUM_FALLBACK_URL", f"{LOCAL}/arbitrum-fallback"),
]
TIMEOUT_SECONDS = 5
ROUNDS = 3


def get(path):
    """Returns the parsed reply of the first healthy base address."""
    failure = None
    for attempt in range(ROUNDS):
        for base in BASES:
            try:
                with urllib.request.urlopen(base + path, timeout=TIMEOUT_SECONDS) as reply:
                    return json.load(reply)
            except (urllib.error.URLError, HTTPException, ConnectionError, TimeoutError, ValueError) as error:
                print(f"{base}: {error}", file=sys.stderr)
                if isinstance(error, urllib.error.HTTPError):
                    error.close()
                failure = error
        time.sleep(2**attempt / 10)
    raise SystemExit(f"no base address answered: {failure}")


def main(symbols):
    decimals = {token["address"]: token["decimals"] for token in get("/tokens")["tokens"]}
    for ticker in get("/prices/tickers"):
        if ticker["tokenSymbol"] in symbols:
            scale = 30 - decimals[ticker["tokenAddress"]] - ticker["oracleDecimals"]
            print(ticker["tokenSymbol"], Decimal(ticker["medianPrice"]).scaleb(-scale).normalize())


if __name__ == "__main__":
    main(sys.argv[1:] or ["ETH"])
