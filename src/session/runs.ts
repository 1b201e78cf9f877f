/** The scenario of a session that runs, and what is remembered of those before it. */
import type { ScenarioRun } from '../scenario/run.js'
import type { Scenario } from '../scenario/schema.js'
import type { CountedRuns, KeptRun } from './session.js'

/** So many are remembered, for whoever asks why a request of theirs was answered as it was. */
const MOST_RUNS = 10

/** A class: each of thousands of sessions has one. */
export class SessionRuns {
  current: ScenarioRun | undefined
  /** Where the rules count, where others count too. Another each time that a scenario begins, goes or is put back. */
  countsId = ''
  /** That of the current scenario last. */
  kept: readonly KeptRun[] = []
  /** The scenario that runs, or did last. */
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
    this.kept = [...others, { rules: run.rules, seed, countsId }].slice(-MOST_RUNS)
  }

  forgetStopped(): void {
    this.#last = undefined
  }

  /** Remembers what is remembered elsewhere. What has been under way here goes on as it is. */
  adopt(last: Scenario | undefined, runs: readonly KeptRun[]): void {
    this.#last = last
    this.kept = runs.map((run) => this.kept.find(({ countsId }) => countsId === run.countsId) ?? run)
  }

  count(): CountedRuns {
    return this.kept.map((run) => ({ run, states: run.rules.states() }))
  }

  /** The same runs go on, as the journal's lines are of them. */
  restore(counted: CountedRuns, stopped: Scenario | undefined): void {
    for (const { run, states } of counted) run.rules.restore(states)
    this.kept = counted.map(({ run }) => run)
    this.#last = stopped
  }
}
