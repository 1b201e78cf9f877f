import requests

print(len(requests.get("https://arbitrum-api.gmxinfra.io/prices/tickers").json()))
