// Package gmxsim creates sessions of a running gmx-sim for tests. It needs the standard library only: copy this folder into any
// module.
package gmxsim

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"testing"
)

// Session is an isolated market of a running simulator, with its own clock, scenario and journal.
type Session struct {
	ID         string                       `json:"id"`
	BaseURLs   map[string]map[string]string `json:"baseUrls"`
	ControlURL string                       `json:"controlUrl"`
	// Env has the addresses as environment variables, for os/exec: GMX_SIM_ARBITRUM_URL and so on, and those of Start.
	Env map[string]string `json:"env"`
	t   testing.TB
}

// New creates a session that ends with the test, with a clock frozen at 2026-03-01T12:00:00Z; the scenario may be nil.
func New(t testing.TB, scenario any) Session {
	t.Helper()
	if scenario == nil {
		return Start(t, nil)
	}
	return Start(t, map[string]any{"scenario": scenario})
}

// Start creates a session like New, with options as in POST /sessions: seed, clock, scenario and the like. GMX_SIM_URL is the
// address of the simulator, GMX_SIM_CONTROL_TOKEN its token.
//
//	sim := gmxsim.Start(t, map[string]any{"env": map[string]string{"PRICE_API": "{arbitrum}"}})
func Start(t testing.TB, options map[string]any) Session {
	t.Helper()
	url := os.Getenv("GMX_SIM_URL")
	if url == "" {
		url = "http://127.0.0.1:8650"
	}
	made := Session{t: t}
	wanted := map[string]any{"clock": map[string]string{"mode": "frozen", "at": "2026-03-01T12:00:00Z"}}
	for name, value := range options {
		wanted[name] = value
	}
	control(t, "POST", url+"/__sim/v1/sessions", wanted, &made)
	t.Cleanup(func() { control(t, "DELETE", url+"/__sim/v1/sessions/"+made.ID, nil, nil) })
	return made
}

// Count returns the number of requests that match a query such as "base=primary&status=429".
func (s Session) Count(query string) int {
	s.t.Helper()
	var answer struct {
		Count int `json:"count"`
	}
	s.Control("GET", "/journal/count?"+query, nil, &answer)
	return answer.Count
}

// Advance moves the clock forward by a duration such as "1m".
func (s Session) Advance(by string) {
	s.t.Helper()
	s.Control("POST", "/clock/advance", map[string]string{"by": by}, nil)
}

// LoadScenario starts a scenario: a value that encodes to JSON, or map[string]string{"use": name} for one of the library.
func (s Session) LoadScenario(scenario any) {
	s.t.Helper()
	s.Control("PUT", "/scenario", scenario, nil)
}

// Price returns the median price in USD of a symbol at the session's instant, unaffected by rules and caches.
func (s Session) Price(network, symbol string) float64 {
	s.t.Helper()
	var answer struct {
		Assets []struct {
			Symbol string
			Price  float64 `json:",string"`
		}
	}
	s.Control("GET", "/market/assets?network="+network, nil, &answer)
	for _, asset := range answer.Assets {
		if asset.Symbol == symbol {
			return asset.Price
		}
	}
	s.t.Fatal(network, " has no priced token ", symbol)
	return 0
}

// SetPrice moves the market to a price in USD, at once.
func (s Session) SetPrice(asset string, price float64) {
	s.t.Helper()
	s.Control("POST", "/prices", map[string]any{"asset": asset, "price": price}, nil)
}

// Control sends any call of the control API for this session; body and into may be nil.
func (s Session) Control(method, path string, body, into any) {
	s.t.Helper()
	control(s.t, method, s.ControlURL+path, body, into)
}

func control(t testing.TB, method, url string, body, into any) {
	t.Helper()
	var text bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&text).Encode(body); err != nil {
			t.Fatal(err)
		}
	}
	request, err := http.NewRequest(method, url, &text)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("content-type", "application/json")
	if token := os.Getenv("GMX_SIM_CONTROL_TOKEN"); token != "" {
		request.Header.Set("authorization", "Bearer "+token)
	}
	reply, err := http.DefaultClient.Do(request)
	var failure *net.OpError
	if errors.As(err, &failure) && failure.Op == "dial" {
		t.Fatalf("no simulator at %s (%v): start one with npx --no -- gmx-sim, or set GMX_SIM_URL to the address of yours", request.URL.Host, failure.Err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	if reply.StatusCode >= 400 {
		var answer any
		_ = json.NewDecoder(reply.Body).Decode(&answer)
		t.Fatal(fmt.Sprint(method, " ", url, ": ", reply.Status, " ", answer))
	}
	if into != nil {
		if err := json.NewDecoder(reply.Body).Decode(into); err != nil {
			t.Fatal(err)
		}
	}
}
