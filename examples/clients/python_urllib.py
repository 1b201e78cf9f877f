import json
import urllib.request

with urllib.request.urlopen("https://arbitrum-api.gmxinfra.io/prices/tickers") as reply:
    print(len(json.load(reply)))
