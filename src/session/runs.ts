/** The running scenario of a session, and its recent ones. */
import { createRulesRun } from '../scenario/run.js'
import type { ScenarioRun } from '../scenario/run-types.js'
import type { Scenario } from '../scenario/schema.js'
import type { KeptRun, RunOrigin } from './session.js'

/** Runs kept to explain past requests. */
const MAX_RUNS = 10

/** A class, as each of thousands of sessions has one. */
export class SessionRuns {
  current: ScenarioRun | undefined
  /** Names the counters of the rules. Changes whenever a scenario begins, ends or is restored. */
  countsId = ''
  kept: readonly KeptRun[] = []
  #last: Scenario | undefined

  get stopped(): Scenario | undefined {
    return this.current === undefined ? this.#last : undefined
  }

  start(run: ScenarioRun | undefined, seed: string, countsId: string): void {
    this.countsId = countsId
    this.current = run
    if (run === undefined) return
    this.#last = run.scenario
    const others = this.kept.filter(({ rules }) => rules.id !== run.id)
    this.kept = [...others, { rules: run.rules, seed, countsId }].slice(-MAX_RUNS)
  }

  forgetStopped(): void {
    this.#last = undefined
  }

  origins(): RunOrigin[] {
    return this.kept.map(({ rules: { id, loadedAtMs, name, all }, seed, countsId }) => {
      return { id, countsId, seed, loadedAtMs, name, rules: all.map(({ rule }) => rule) }
    })
  }

  adopt(last: Scenario | undefined, runs: readonly RunOrigin[]): void {
    this.#last = last
    this.kept = runs.map(
      (run) => this.kept.find(({ countsId }) => countsId === run.countsId) ?? keptRunOf(run),
    )
  }
}

function keptRunOf({ id, countsId, seed, loadedAtMs, name, rules }: RunOrigin): KeptRun {
  return { rules: createRulesRun({ name, rules: [...rules] }, seed, loadedAtMs, { id }), seed, countsId }
}
