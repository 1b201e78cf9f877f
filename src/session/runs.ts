/** The scenario of a session that runs, and what is remembered of those before it. */
import { createRulesRun } from '../scenario/create-run.js'
import type { ScenarioRun } from '../scenario/run.js'
import type { Scenario } from '../scenario/schema.js'
import type { KeptRun, RunOrigin } from './session.js'

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

  /** The remembered runs as data. */
  origins(): RunOrigin[] {
    return this.kept.map(({ rules: { id, loadedAtMs, name, all }, seed, countsId }) => {
      return { id, countsId, seed, loadedAtMs, name, rules: all.map(({ rule }) => rule) }
    })
  }

  /** Remembers other runs; known ones keep their counts. */
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
