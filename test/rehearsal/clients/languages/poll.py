"""A poller with requests: `poll.py one` asks the primary alone, `poll.py several` the next base after a failure.

Base addresses follow; without any it asks the live hosts. Prints without flushing.
"""

import sys
import time

import requests

HOSTS = ["https://arbitrum-api.gmxinfra.io", "https://arbitrum-api-fallback.gmxinfra.io"]
TIMEOUT_SECONDS = 3

mode, *bases = sys.argv[1:]
bases = bases or HOSTS
if mode == "one":
    bases = bases[:1]
session = requests.Session()


def ask(base):
    reply = session.get(f"{base}/prices/tickers", timeout=TIMEOUT_SECONDS)
    reply.raise_for_status()
    return reply.json()


while True:
    for base in bases:
        try:
            rows = ask(base)
        except requests.RequestException:
            continue
        eth = next(row for row in rows if row["tokenSymbol"] == "ETH")
        print(f"acted on ETH at {int(eth['minPrice']) / 1e12}")
        break
    time.sleep(1)
