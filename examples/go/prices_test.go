package prices

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"testing"
)

// session is an isolated market of a running simulator, with its own clock, scenario and journal.
type session struct {
	ID         string                       `json:"id"`
	BaseURLs   map[string]map[string]string `json:"baseUrls"`
	ControlURL string                       `json:"controlUrl"`
}

// newSession creates a session that ends with the test. GMX_SIM_URL is the address of the simulator.
func newSession(t *testing.T, scenario any) session {
	t.Helper()
	url := os.Getenv("GMX_SIM_URL")
	if url == "" {
		url = "http://127.0.0.1:8650"
	}
	var made session
	wanted := map[string]any{"clock": map[string]string{"mode": "frozen", "at": "2026-03-01T12:00:00Z"}}
	if scenario != nil {
		wanted["scenario"] = scenario
	}
	control(t, "POST", url+"/__sim/v1/sessions", wanted, &made)
	t.Cleanup(func() { control(t, "DELETE", url+"/__sim/v1/sessions/"+made.ID, nil, nil) })
	return made
}

// count returns the number of requests that match a query such as "base=primary&status=429".
func (s session) count(t *testing.T, query string) int {
	t.Helper()
	var answer struct {
		Count int `json:"count"`
	}
	control(t, "GET", s.ControlURL+"/journal/count?"+query, nil, &answer)
	return answer.Count
}

func control(t *testing.T, method, url string, body, into any) {
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
	reply, err := http.DefaultClient.Do(request)
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

func TestTheFallbackAnswersWhileThePrimaryLimitsItsRate(t *testing.T) {
	t.Parallel()
	sim := newSession(t, map[string]any{"rules": []any{map[string]any{
		"match": map[string]string{"base": "primary"},
		"fault": map[string]any{"status": 429, "retryAfter": "2s"},
	}}})
	arbitrum := sim.BaseURLs["arbitrum"]
	tickers, err := New(arbitrum["primary"], arbitrum["fallback"]).Tickers()
	if err != nil || len(tickers) == 0 {
		t.Fatal(len(tickers), err)
	}
	if got := sim.count(t, "base=primary&status=429"); got != 1 {
		t.Errorf("the primary answered 429 %d times, not once", got)
	}
	if got := sim.count(t, "base=fallback&status=200"); got != 1 {
		t.Errorf("the fallback answered %d times, not once", got)
	}
}

func TestPricesChangeWithTheClock(t *testing.T) {
	t.Parallel()
	sim := newSession(t, nil)
	client := New(sim.BaseURLs["arbitrum"]["primary"])
	first, err := client.Tickers()
	if err != nil {
		t.Fatal(err)
	}
	control(t, "POST", sim.ControlURL+"/clock/advance", map[string]string{"by": "1m"}, nil)
	second, err := client.Tickers()
	if err != nil {
		t.Fatal(err)
	}
	if second[0].UpdatedAt != first[0].UpdatedAt+60 {
		t.Errorf("updatedAt went from %d to %d, not on by a minute", first[0].UpdatedAt, second[0].UpdatedAt)
	}
}
