/**
 * Recorded time lines of the reference clients, `recordings/<client>.<incident>.json`: all that grading reads, one request a line.
 *
 *   requests      number, ms, ms until its end (`-` if open, `!` if the client gave up), query, fate, content or `-`, request id if sent
 *   contents      instant of the data, first sent at, then prices by symbol
 *   observations  ms, symbol, price, digits, network or `-`, client
 *   market        symbol, network, then USD at each second
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ANY_SYMBOL } from '../../src/grading/matches.js'
import {
  type Asked,
  type Content,
  EMPTY_TIMELINE,
  type Fate,
  type Observation,
  type Timeline,
  type TimelineRequest,
} from '../../src/grading/timeline.js'
import { getOrCreate } from '../../src/kit/maps.js'
import { PACKAGE } from '../../src/kit/version.js'

export interface Recorded {
  readonly client: string
  readonly incident: string
  readonly timeline: Timeline
}

// Tools run a bundle of this.
const FOLDER = fileURLToPath(new URL('test/rehearsal/recordings/', PACKAGE))

export function recordingPath(client: string, incident: string): string {
  return join(FOLDER, `${client}.${incident}.json`)
}

/** All recordings, by client and incident. */
export function recordings(): readonly Recorded[] {
  return readdirSync(FOLDER)
    .sort()
    .map((file) => {
      const [client, incident] = file.split('.')
      return { client, incident, timeline: readRecording(readFileSync(join(FOLDER, file), 'utf8')) }
    })
}

type Query = Omit<Asked, 'requestId'>
type Plain = Pick<Timeline, 'scenario' | 'seed' | 'bases' | 'phases' | 'unmatched' | 'rules' | 'events'>

interface Written extends Plain {
  readonly programs: Timeline['programs']
  readonly queries: Readonly<Record<string, Query>>
  readonly fates: Readonly<Record<string, Fate>>
  readonly contents: readonly string[]
  readonly requests: readonly string[]
  readonly observations: readonly string[]
  readonly market: readonly string[]
}

const NONE = '-'
const GIVEN_UP = '!'
/** More digits than observations are compared by. */
const DIGITS = 12
const STEP_MS = 1000
/** Numbers in bodies that hold no prices. */
const MOST_NUMBERS = 40

export function writeRecording(timeline: Timeline): string {
  const { scenario, seed, bases, unmatched, rules, events, requests, observations, market } = timeline
  const networks = new Set(requests.map(({ asked }) => asked.network))
  const queries = createNames<Query>()
  const fates = createNames<Fate>()
  const symbols = new Set([...observations.map(({ symbol }) => symbol), ANY_SYMBOL])
  const contents = timeline.contents.filter((content) => requests.some((one) => isOf(content, one.content)))
  const nameOfContent = (content: Content | null) =>
    content === null ? NONE : `c${contents.indexOf(content)}`
  const written: Written = {
    scenario,
    seed,
    bases: Object.fromEntries(Object.entries(bases).filter(([network]) => networks.has(network))),
    phases: timeline.phases.map(({ name, fromMs, toMs }) => ({
      name,
      fromMs: whole(fromMs),
      toMs: whole(toMs),
    })),
    ...(unmatched?.length && { unmatched }),
    rules: rules.map((rule) => ({ ...rule, fromMs: whole(rule.fromMs), untilMs: wholeOrNone(rule.untilMs) })),
    events,
    // Neither command nor output, which hold paths.
    programs: timeline.programs.map(({ output: _, lastLines: __, ...program }) => ({
      ...program,
      command: program.command && 'recorded',
      log: null,
      exitMs: wholeOrNone(program.exitMs),
    })),
    requests: requests.map(({ n, asked: { requestId, ...query }, fate, atMs, endMs, end, content }) => {
      const took =
        endMs === null ? NONE : `${whole(endMs) - whole(atMs)}${end === 'given-up' ? GIVEN_UP : ''}`
      const asked = queries.nameOf(`${query.base}/${query.endpoint ?? 'unknown'}`, query)
      const met = fates.nameOf(`${fate.status ?? fate.outcome}`, fate)
      const words = [n, whole(atMs), took, asked, met, nameOfContent(content)]
      return [...words, ...(requestId === null ? [] : [requestId])].join(' ')
    }),
    queries: queries.all,
    fates: fates.all,
    contents: contents.map((content, index) => {
      const { network, endpoint, flaw, asOfMs, sentMs, inOrder } = content
      const ordered = inOrder === undefined ? NONE : nameOfContent(inOrder)
      const facts = [`c${index}`, network, endpoint, flaw ?? NONE, whole(asOfMs), whole(sentMs), ordered]
      return [...facts, ...pricesOf(content, symbols)].join(' ')
    }),
    observations: observations.map(({ atMs, symbol, price, digits, network, client }) =>
      [whole(atMs), symbol, short(price), digits ?? NONE, network ?? NONE, client].join(' '),
    ),
    market: market.map(({ symbol, network, points }) =>
      [symbol, network, ...points.map(([, price]) => short(price))].join(' '),
    ),
  }
  return layOut(written)
}

export function readRecording(text: string): Timeline {
  const written = JSON.parse(text) as Written
  const { queries, fates, requests, observations, market, contents: lines, ...plain } = written
  const contents = new Map<string, Content>()
  // Of two that belong together, the sorted one is written last.
  for (const line of lines.toReversed()) {
    const [name, network, endpoint, flaw, asOf, sent, ordered, ...priced] = line.split(' ')
    const inOrder = contents.get(ordered)
    contents.set(name, {
      network,
      endpoint,
      flaw: flaw === NONE ? null : (flaw as Content['flaw']),
      asOfMs: Number(asOf),
      sentMs: Number(sent),
      prices: new Map(priced.map((one) => one.split('=')).map(([symbol, all]) => [symbol, numbers(all)])),
      ...(inOrder && { inOrder }),
    })
  }
  const askedFor = new Map<string, Asked>()
  return {
    ...EMPTY_TIMELINE,
    ...plain,
    contents: [...contents.values()].toReversed(),
    requests: requests.map((line): TimelineRequest => {
      const [n, at, took, query, fate, content, id = null] = line.split(' ')
      return {
        n: Number(n),
        asked: getOrCreate(askedFor, `${query} ${id}`, () => ({ ...queries[query], requestId: id })),
        fate: fates[fate],
        atMs: Number(at),
        endMs: took === NONE ? null : Number(at) + Number.parseInt(took, 10),
        end: took === NONE ? 'open' : took.endsWith(GIVEN_UP) ? 'given-up' : 'answered',
        content: contents.get(content) ?? null,
      }
    }),
    observations: observations.map((line): Observation => {
      const [at, symbol, price, digits, network, client] = line.split(' ')
      return {
        atMs: Number(at),
        symbol,
        price: Number(price),
        ...(digits !== NONE && { digits: Number(digits) }),
        ...(network !== NONE && { network }),
        client: Number(client),
      }
    }),
    market: market.map((line) => {
      const [symbol, network, ...prices] = line.split(' ')
      return { symbol, network, points: prices.map((price, index) => [index * STEP_MS, Number(price)]) }
    }),
  }
}

function isOf(content: Content, read: Content | null): boolean {
  return content === read || content === read?.inOrder
}

/** Prices of the symbols that the client reports; in their absence one of another, so that the reply is not without prices. */
function pricesOf({ prices }: Content, symbols: ReadonlySet<string>): string[] {
  const reported = [...prices].filter(([symbol]) => symbols.has(symbol))
  const others = [...prices].slice(0, 1).map(([symbol, all]) => [symbol, all.slice(0, 1)] as const)
  const kept = reported.length > 0 ? reported : others
  return kept.map(([symbol, all]) => `${symbol}=${all.slice(0, MOST_NUMBERS).map(short).join(',')}`)
}

const numbers = (text: string) => (text === '' ? [] : text.split(',').map(Number))
const short = (price: number) => Number(price.toPrecision(DIGITS))
const whole = (ms: number) => Math.round(ms)
const wholeOrNone = (ms: number | null) => (ms === null ? null : whole(ms))

/** Short names for equal facts. */
function createNames<Facts>() {
  const names = new Map<string, string>()
  const all: Record<string, Facts> = {}
  return {
    all: all as Readonly<Record<string, Facts>>,
    nameOf(wanted: string, facts: Facts): string {
      return getOrCreate(names, JSON.stringify(facts), () => {
        let name = wanted
        for (let count = 2; name in all; count++) name = `${wanted}#${count}`
        all[name] = facts
        return name
      })
    },
  }
}

/** JSON with one element of each list and table a line. */
function layOut(written: Written): string {
  const sections = Object.entries(written).map(([key, value]) => {
    const isList = Array.isArray(value)
    if (typeof value !== 'object') return `  "${key}": ${JSON.stringify(value)}`
    const lines = isList
      ? value.map((one) => JSON.stringify(one))
      : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one)}`)
    const [open, close] = isList ? '[]' : '{}'
    return lines.length === 0
      ? `  "${key}": ${open}${close}`
      : `  "${key}": ${open}\n    ${lines.join(',\n    ')}\n  ${close}`
  })
  return `{\n${sections.join(',\n')}\n}\n`
}
