package main

import (
	"encoding/json"
	"fmt"
	"net/http"
)

func main() {
	reply, err := http.Get("https://arbitrum-api.gmxinfra.io/prices/tickers")
	if err != nil {
		panic(err)
	}
	defer reply.Body.Close()
	var tickers []any
	if err := json.NewDecoder(reply.Body).Decode(&tickers); err != nil {
		panic(err)
	}
	fmt.Println(len(tickers))
}
