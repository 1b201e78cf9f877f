import httpx

print(len(httpx.get("https://arbitrum-api.gmxinfra.io/prices/tickers").json()))
