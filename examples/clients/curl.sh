#!/bin/sh
curl --silent --show-error "https://arbitrum-api.gmxinfra.io/prices/tickers" | grep -o '"tokenAddress"' | wc -l
