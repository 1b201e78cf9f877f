/** Differences of a source from gmx-sim: shapes, lists, errors, headers, cache windows and identities. */

import { DIALECTS, type Dialect } from '../api/endpoints/define.js'
import { UserError } from '../kit/errors.js'
import { groupBy } from '../kit/maps.js'
import { maxBy } from '../kit/numbers/lists.js'
import { basePrefix, PRIMARIES } from '../market/catalogue/bases.js'
import type { Catalogue } from '../market/catalogue/types.js'
import { readSettings } from '../server/config/resolve.js'
import { FROZEN_AT } from '../server/config/schema.js'
import { createLocalFetch } from '../server/http/local/fetch.js'
import { createSimulator } from '../server/simulator.js'
import { identityDifferences, sameTimeDifferences } from './identities.js'
import { listDifferences, listsIn } from './lists.js'
import type { ComparedAnswer } from './observations.js'
import { type Comparison, type Differences, difference, nameList } from './report.js'
import { shapeDifferences, shapeOf } from './shape.js'
import type { SourceReply } from './source.js'
import { jsonOf, MAX_LEVELS, secondsOf } from './values.js'
import { windowDifferences } from './windows.js'

/** Compares with gmx-sim in the dialect whose replies differ least. `simulate` returns the simulated replies. */
export async function compare(
  observed: ComparedAnswer,
  network: string,
  catalogue: Catalogue,
  simulate: typeof simulatedAnswers = simulatedAnswers,
): Promise<Comparison> {
  const atMs = observedAtMs(observed)
  const tries = await Promise.all(
    DIALECTS.map(async (dialect) => {
      const answers = await simulate(observed, network, catalogue, dialect, atMs)
      return { dialect, answers, replies: [...replyDifferences(observed, answers)] }
    }),
  )
  const best = tries.sort((a, b) => a.replies.length - b.replies.length)[0]!
  const { dialect } = best
  const theirLists = listsIn(observed.answers)
  const found = [
    ...best.replies,
    ...listDifferences([theirLists, listsIn(best.answers)], (id) => observed.answers[id]?.status === 200),
    ...headerDifferences(observed, best.answers),
    ...windowDifferences(observed, dialect),
    ...identityDifferences(theirLists),
    ...sameTimeDifferences(observed, theirLists),
  ]
  const all = found.filter((one) => typeof one !== 'string')
  const notes = found.filter((one) => typeof one === 'string')
  const dropped = all.length - MAX_DIFFERENCES
  if (dropped > 0) notes.push(`${dropped} further differences are not shown`)
  const differences = all.slice(0, MAX_DIFFERENCES)
  return { base: observed.base, network, dialect, asked: observed.questions.length, differences, notes }
}

export type SimulatedAnswers = ComparedAnswer['answers']

const HOME = 'http://127.0.0.1:8650'

/** Asks gmx-sim the same in a dialect, all at the instant of the other source. */
export async function simulatedAnswers(
  { questions, generation }: ComparedAnswer,
  network: string,
  catalogue: Catalogue,
  dialect: Dialect,
  atMs: number,
): Promise<SimulatedAnswers> {
  const settings = readSettings({ port: '0', clock: 'frozen', dialect, noControl: 'true' }, {})
  const simulator = await createSimulator(settings, undefined, { catalogue })
  const fetch = createLocalFetch(simulator, simulator.session, HOME)
  const home = `${HOME}/${basePrefix(network, PRIMARIES[generation])}`
  simulator.session.clock.set({ atMs })
  const answers: Record<string, SourceReply> = {}
  for (const { id, path } of questions) {
    const reply = await fetch(`${home}${path}`)
    const [headers, body] = [Object.fromEntries(reply.headers), await reply.text()]
    answers[id] = { status: reply.status, headers, body, sentMs: atMs, receivedMs: atMs }
  }
  return answers
}

/** A reader's patience; a hostile source may cause hundreds of thousands. */
const MAX_DIFFERENCES = 1000

const networkHint = ({ networks }: Catalogue) =>
  `write --network, one of ${Object.keys(networks).join(', ')}; for another one, lay it over the catalogue with --catalogue`

export function requireNetwork(name: string, catalogue: Catalogue): void {
  if (!Object.hasOwn(catalogue.networks, name))
    throw new UserError('unknown network', name, networkHint(catalogue))
}

/** Identifies the network by the host or path of the source, else by its token addresses. */
export function networkOf(observed: Pick<ComparedAnswer, 'base' | 'answers'>, catalogue: Catalogue): string {
  const { networks, bases } = catalogue
  const url = URL.canParse(observed.base) ? new URL(observed.base) : undefined
  const byHost = url && bases.ofLiveHost(url.hostname)
  const byPath = url && bases.ofPrefix(url.pathname.split('/').at(-1) ?? '')
  const base = byHost ?? byPath
  if (base !== undefined) return base.network
  const { tokens, tickers } = listsIn(observed.answers)
  const addresses = new Set(
    [...tokens, ...tickers].map((row) => String(row['address'] ?? row['tokenAddress']).toLowerCase()),
  )
  const countOf = (name: string) =>
    networks[name]!.tokens.filter(({ address }) => addresses.has(address.toLowerCase())).length
  const most = maxBy(Object.keys(networks), countOf)
  if (most !== undefined && countOf(most) > 0) return most
  throw new UserError(
    'the network is unknown',
    `${observed.base} has no token of any`,
    networkHint(catalogue),
  )
}

/** The instant of the source's tickers, in ms; any instant where they have none. */
export function observedAtMs({ answers }: Pick<ComparedAnswer, 'answers'>): number {
  const { tickers } = listsIn(answers)
  const dataMs = secondsOf(tickers[0]?.['updatedAt'] ?? tickers[0]?.['timestamp']) * 1000
  return dataMs > FIRST_MS && dataMs < LAST_MS ? dataMs : Date.parse(FROZEN_AT)
}

const FIRST_MS = Date.UTC(1990, 1)
const LAST_MS = Date.UTC(2099, 11)

function* replyDifferences({ questions, answers }: ComparedAnswer, ours: SimulatedAnswers): Differences {
  for (const { id, isBad } of questions) {
    const [their, our] = [answers[id], ours[id]]
    if (their === undefined || our === undefined) continue
    if (isBad || (their.status === our.status && our.status !== 200)) {
      const [theirText, ourText] = [errorText(their), errorText(our)]
      if (theirText !== ourText) yield difference('error body', id, shortened(theirText), shortened(ourText))
    } else if (their.status === our.status) {
      const [theirJson, ourJson] = [jsonOf(their.body), jsonOf(our.body)]
      if (theirJson === undefined)
        yield difference('type', `${id} reply`, `no JSON of ${MAX_LEVELS} levels at most`, 'JSON')
      else yield* shapeDifferences(id, shapeOf([theirJson]), shapeOf([ourJson]))
    } else yield difference('status', id, String(their.status), String(our.status))
  }
}

function errorText({ status, body }: SourceReply): string {
  const json = jsonOf(body)
  const isTraced = typeof json === 'object' && json !== null && 'traceId' in json
  // Each error has another one.
  return `${status} ${JSON.stringify(isTraced ? { ...json, traceId: '…' } : json) ?? body}`
}

const MAX_SHOWN = 90

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line
}

/** Their values depend on prices: only their presence is compared. */
const OF_REPLIES = ['etag', 'last-modified']
const HEADERS = ['content-type', 'access-control-allow-origin', 'cache-control', ...OF_REPLIES, 'location']

function headerInWords(name: string, value: string | undefined): string {
  if (value === undefined) return 'none'
  return OF_REPLIES.includes(name) ? 'there' : value.toLowerCase()
}

function* headerDifferences({ questions, answers }: ComparedAnswer, ours: SimulatedAnswers): Differences {
  const found = questions.flatMap(({ id }) =>
    HEADERS.flatMap((name) => {
      const inWords = (side: ComparedAnswer['answers']) => headerInWords(name, side[id]?.headers[name])
      const [their, our] = [inWords(answers), inWords(ours)]
      return their === our ? [] : [{ id, name, their, our }]
    }),
  )
  for (const alike of groupBy(found, ({ name, their, our }) => `${name} ${their} ${our}`).values()) {
    const [{ name, their, our }] = alike
    yield difference('header', `${name} at ${nameList(alike.map(({ id }) => id))}`, their, our)
  }
}
