package prices

import (
	"os"
	"testing"

	"example.org/gmx-sim-prices/gmxsim"
)

func TestTheFallbackAnswersWhileThePrimaryLimitsItsRate(t *testing.T) {
	t.Parallel()
	sim := gmxsim.New(t, map[string]any{"rules": []any{map[string]any{
		"match": map[string]string{"base": "primary"},
		"fault": map[string]any{"status": 429, "retryAfter": "2s"},
	}}})
	arbitrum := sim.BaseURLs["arbitrum"]
	tickers, err := New(arbitrum["primary"], arbitrum["fallback"]).Tickers()
	if err != nil || len(tickers) == 0 {
		t.Fatal(len(tickers), err)
	}
	if got := sim.Count("base=primary&status=429"); got != 1 {
		t.Errorf("the primary answered 429 %d times, not once", got)
	}
	if got := sim.Count("base=fallback&status=200"); got != 1 {
		t.Errorf("the fallback answered %d times, not once", got)
	}
}

func TestPricesChangeWithTheClock(t *testing.T) {
	t.Parallel()
	sim := gmxsim.New(t, nil)
	client := New(sim.BaseURLs["arbitrum"]["primary"])
	first, err := client.Tickers()
	if err != nil {
		t.Fatal(err)
	}
	sim.Advance("1m")
	second, err := client.Tickers()
	if err != nil {
		t.Fatal(err)
	}
	if second[0].UpdatedAt != first[0].UpdatedAt+60 {
		t.Errorf("updatedAt went from %d to %d, not on by a minute", first[0].UpdatedAt, second[0].UpdatedAt)
	}
}

func TestTheMarketMoves(t *testing.T) {
	t.Parallel()
	sim := gmxsim.New(t, nil)
	sim.SetPrice("ETH", 1500.5)
	if got := sim.Price("arbitrum", "ETH"); got != 1500.5 {
		t.Errorf("ETH costs %v", got)
	}
	sim.LoadScenario(map[string]string{"use": "primary-down"})
	sim.Advance("30s")
	if _, err := New(sim.BaseURLs["arbitrum"]["primary"]).Tickers(); err == nil {
		t.Error("the primary answers")
	}
}

func TestTheAddressComesFromTheEnvironment(t *testing.T) {
	sim := gmxsim.Start(t, map[string]any{"env": map[string]string{"PRICE_API": "{arbitrum}"}})
	for name, value := range sim.Env {
		t.Setenv(name, value)
	}
	if _, err := New(os.Getenv("PRICE_API")).Tickers(); err != nil {
		t.Fatal(err)
	}
	if got := sim.Count("base=primary"); got != 1 {
		t.Errorf("the primary answered %d times, not once", got)
	}
}
