"""Tests of prices.py, each in its own session: python3 -m pytest"""

import gmx_sim
import prices
import pytest


@pytest.fixture(autouse=True)
def bases(sim, monkeypatch):
    monkeypatch.setattr(prices, "BASES", [sim.base_url("arbitrum"), sim.base_url("arbitrum", "fallback")])


def primary(when, **fault):
    return {"rules": [{"match": {"base": "primary"}, "when": when, "fault": fault}]}


def test_the_same_prices_every_time(sim):
    first = prices.get("/prices/tickers")
    assert first == prices.get("/prices/tickers")
    sim.clock.advance("1m")
    assert first != prices.get("/prices/tickers")


def test_the_fallback_answers_while_the_primary_limits_its_rate(sim):
    sim.load_scenario(primary({"until": "1m"}, status=429, retryAfter="2s"))
    assert prices.get("/prices/tickers")
    assert sim.journal.count(base="primary", status=429) == 1
    assert sim.journal.count(base="fallback", status=200) == 1


def test_the_primary_is_used_again_after_it_recovers(sim):
    sim.load_scenario(primary({"until": "1m"}, close=True))
    prices.get("/tokens")
    sim.clock.advance("1m")
    prices.get("/tokens")
    assert [entry["base"] for entry in sim.journal.entries(status=200)] == ["fallback", "primary"]


def test_it_gives_up_when_no_base_answers(sim):
    sim.load_scenario({"rules": [{"fault": {"status": 503}}]})
    with pytest.raises(SystemExit):
        prices.get("/prices/tickers")
    assert sim.journal.count() == 2 * prices.ROUNDS


@pytest.mark.parametrize("sim", [{"seed": "43"}, {"scenario": {"use": "flash-crash"}}], indirect=True)
def test_another_market_has_other_prices(sim, monkeypatch):
    sim.clock.advance("1m")
    here = prices.get("/prices/tickers")
    with gmx_sim.session() as usual:
        usual.clock.advance("1m")
        monkeypatch.setattr(prices, "BASES", [usual.base_url("arbitrum")])
        assert here != prices.get("/prices/tickers")


def test_the_market_moves_and_is_restored(sim):
    before, usual = sim.snapshot(), sim.price("ETH")
    sim.set_price("ETH", 1500.5)
    assert sim.price("ETH") == 1500.5
    sim.restore(before)
    assert sim.price("ETH") == usual


def test_a_rejected_call_says_what_to_write(sim):
    with pytest.raises(gmx_sim.ControlError, match="did you mean"):
        sim.load_scenario("primary-dwon")


@pytest.fixture
def sim_options():
    return {"env": {"PRICE_API": "{arbitrum}"}}


def test_a_program_reads_its_address_from_the_environment(sim):
    assert sim.env["PRICE_API"] == sim.base_url("arbitrum")
    assert sim.env["GMX_SIM_ARBITRUM_FALLBACK_URL"] == sim.base_url("arbitrum", "fallback")
