/** Another source, in process: a simulator whose replies are changed on their way, in virtual time. */

import { compare, networkOf, type SimulatedAnswers, simulatedAnswers } from '../../src/compare/compare.js'
import { type ComparedAnswer, observe } from '../../src/compare/observations.js'
import type { Comparison } from '../../src/compare/report.js'
import { createSource, type SourceReply } from '../../src/compare/source.js'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { loadOverlays } from '../../src/scenario/custom-catalogue/load.js'
import type { OverlaySource } from '../../src/scenario/custom-catalogue/source.js'
import { readSettings } from '../../src/server/config/resolve.js'
import { createLocalFetch } from '../../src/server/http/local/fetch.js'
import { createSimulator } from '../../src/server/simulator.js'
import { PATIENCE_MS } from '../support/patience.js'

export interface Said {
  readonly path: string
  readonly status: number
  readonly headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: it is changed at will.
  readonly json: any
}

/** Gives what is said instead. */
export type Plant = (said: Said, nowMs: number) => Said

export interface Other {
  readonly plant?: Plant
  readonly dialect?: 'documented' | 'observed'
  readonly network?: string
  /** Of a base address other than the network's primary. */
  readonly prefix?: string
  readonly settings?: Readonly<Record<string, string>>
  readonly catalogues?: readonly OverlaySource[]
  /** GETs a second; 5 when left out. */
  readonly rate?: number
  /** How long each request is on its way, and so each reply, in turn; 4 ms when left out. */
  readonly waysMs?: readonly number[]
}

const HOME = 'http://127.0.0.1:8650'
const NEAR = [4]

const recorded = new Map<string, Promise<ComparedAnswer>>()

/** Applies changes to recorded replies of one simulator, so that each is requested once. */
export async function observedOf({ plant = (said) => said, ...other }: Other = {}): Promise<ComparedAnswer> {
  const key = JSON.stringify(other)
  const record = recorded.get(key) ?? recordOf(other)
  recorded.set(key, record)
  const observed = structuredClone(await record)
  const { questions, answers, samples } = observed
  const planted = (id: string, answer: SourceReply): SourceReply => {
    const path = questions.find((question) => question.id === id)?.path ?? ''
    const said = {
      path,
      status: answer.status,
      headers: { ...answer.headers },
      json: JSON.parse(answer.body),
    }
    const { status, headers, json } = plant(said, answer.receivedMs)
    return { ...answer, status, headers, body: JSON.stringify(json) }
  }
  return {
    ...observed,
    answers: Object.fromEntries(Object.entries(answers).map(([id, answer]) => [id, planted(id, answer)])),
    samples: {
      tickers: samples.tickers.map((answer) => planted('tickers', answer)),
      'signed-prices': samples['signed-prices'].map((answer) => planted('signed-prices', answer)),
      candles: samples.candles.map((answer) => planted('candles', answer)),
    },
  }
}

/** `instead` gives another reply than the simulator has, by the question's path and its number from 0. */
export async function recordOf(
  other: Omit<Other, 'plant'>,
  instead: (path: string, asked: number) => Response | undefined = () => undefined,
): Promise<ComparedAnswer> {
  const {
    dialect = 'documented',
    network = 'avalanche',
    prefix = network,
    settings = {},
    rate = 5,
    waysMs = NEAR,
  } = other
  const simulator = await createSimulator(
    readSettings(
      { port: '0', clock: 'frozen', seed: 'another', at: '2026-03-01T12:00:00Z', dialect, ...settings },
      {},
    ),
    undefined,
    { catalogues: other.catalogues },
  )
  const { context, app, session } = simulator
  const local = createLocalFetch({ context, app }, session, HOME)
  const pass = (ms: number) => session.clock.set({ atMs: session.nowMs() + ms })
  let asked = 0
  const source = createSource(`${HOME}/${prefix}`, {
    rate,
    timeoutMs: PATIENCE_MS,
    pace: { nowMs: () => session.nowMs(), wait: async (ms) => pass(Math.ceil(ms)) },
    async fetch(url, init) {
      const wayMs = waysMs[asked % waysMs.length]
      pass(wayMs)
      const reply = instead(url.slice(`${HOME}/${prefix}`.length), asked++) ?? (await local(url, init))
      pass(wayMs)
      return reply
    },
  })
  return observe(`${HOME}/${prefix}`, source, { has: () => true })
}

export async function compared(other: Other = {}, ours: readonly OverlaySource[] = []): Promise<Comparison> {
  return comparedWith(await observedOf(other), ours)
}

export async function comparedWith(
  observed: ComparedAnswer,
  ours: readonly OverlaySource[] = [],
): Promise<Comparison> {
  const catalogue = ours.length === 0 ? loadCatalogue() : await loadOverlays(ours)
  const name = networkOf(observed, catalogue)
  if (ours.length > 0) return compare(observed, name, catalogue)
  return compare(observed, name, catalogue, simulatedOnce)
}

const simulated = new Map<string, Promise<SimulatedAnswers>>()

/** The replies of the built-in catalogue, simulated once for all changes of one recording. */
const simulatedOnce: typeof simulatedAnswers = (observed, network, catalogue, dialect, atMs) => {
  const key = JSON.stringify([observed.questions, observed.generation, network, dialect, atMs])
  const answers = simulated.get(key) ?? simulatedAnswers(observed, network, catalogue, dialect, atMs)
  simulated.set(key, answers)
  return answers
}

/** Changes the JSON of replies whose path begins so. */
export const at =
  (path: string, change: (json: Said['json']) => unknown): Plant =>
  (said) =>
    said.status === 200 && said.path.startsWith(path)
      ? { ...said, json: change(said.json) ?? said.json }
      : said

/** `kind where: theirs`. */
export const found = ({ differences }: Comparison): string[] =>
  differences.map(({ kind, where, theirs }) => `${kind} | ${where} | ${theirs}`)
