// Package prices reads the latest prices from a price API, with the standard library only.
package prices

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Ticker is one row of /prices/tickers.
type Ticker struct {
	TokenSymbol string `json:"tokenSymbol"`
	MedianPrice string `json:"medianPrice"`
	UpdatedAt   int64  `json:"updatedAt"`
}

// Client tries base addresses in order until one succeeds.
type Client struct {
	Bases []string
	HTTP  *http.Client
}

// New returns a client with a timeout of five seconds per request.
func New(bases ...string) *Client {
	return &Client{Bases: bases, HTTP: &http.Client{Timeout: 5 * time.Second}}
}

// Tickers returns the latest prices, or the last error if no base address succeeds.
func (c *Client) Tickers() ([]Ticker, error) {
	failure := fmt.Errorf("there is no base address")
	for _, base := range c.Bases {
		var tickers []Ticker
		if failure = c.get(base+"/prices/tickers", &tickers); failure == nil {
			return tickers, nil
		}
	}
	return nil, failure
}

func (c *Client) get(url string, into any) error {
	reply, err := c.HTTP.Get(url)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %d", url, reply.StatusCode)
	}
	return json.NewDecoder(reply.Body).Decode(into)
}
