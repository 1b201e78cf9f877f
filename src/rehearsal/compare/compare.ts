/** Differences of a source from gmx-sim: shapes, lists, errors, headers, cache windows and identities. */

import { DIALECTS, type Dialect } from '../../api/endpoints/define.js'
import { UserError } from '../../kit/errors.js'
import { groupBy } from '../../kit/maps.js'
import type { Catalogue } from '../../market/catalogue/types.js'
import { FROZEN_AT } from '../../server/config/schema.js'
import { type Comparison, type Difference, difference, differenceUnless, nameList } from './difference.js'
import { identityDifferences } from './identities.js'
import { listDifferences, listsIn } from './lists.js'
import type { ComparedAnswer } from './observations.js'
import { samplePath, type WatchedEndpoint } from './requests.js'
import { sameTimeDifferences } from './same-time.js'
import { shapeDifferences, shapeOf } from './shape.js'
import type { SourceReply } from './source.js'
import { jsonOf, MAX_LEVELS, secondsOf } from './values.js'
import { type PollSchedule, type SimulatedReplies, windowDifferences } from './windows.js'

/** Compares with the dialect whose replies differ least; `oursIn` starts gmx-sim in a dialect. */
export async function compare(
  observed: ComparedAnswer,
  network: string,
  oursIn: (dialect: Dialect) => Promise<SimulatedReplies>,
): Promise<Comparison> {
  const atMs = instantOf(observed)
  const tries = await Promise.all(
    DIALECTS.map(async (dialect) => {
      const ours = await oursIn(dialect)
      const answers = await ours.answers(observed.questions, atMs)
      return { dialect, ours, answers, replies: replyDifferences(observed, answers) }
    }),
  )
  const [best] = tries.sort((a, b) => a.replies.length - b.replies.length)
  const theirLists = listsIn(observed.answers)
  const rhythms = await rhythmsOf(observed, best.ours, atMs)
  const windows = windowDifferences(observed, (id) => rhythms[id])
  const sameTime = sameTimeDifferences(observed, theirLists)
  const found = [
    ...best.replies,
    ...listDifferences(theirLists, listsIn(best.answers), (id) => observed.answers[id]?.status === 200),
    ...headerDifferences(observed, best.answers),
    ...windows.differences,
    ...identityDifferences(theirLists),
    ...sameTime.differences,
  ]
  const dropped = found.length - MAX_DIFFERENCES
  return {
    base: observed.base,
    network,
    dialect: best.dialect,
    asked: observed.questions.length,
    differences: found.slice(0, MAX_DIFFERENCES),
    notes: [
      ...windows.notes,
      ...sameTime.notes,
      ...(dropped > 0 ? [`${dropped} further differences are not shown`] : []),
    ],
  }
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
  const shares = Object.keys(networks).map((name) => ({
    name,
    count: networks[name].tokens.filter(({ address }) => addresses.has(address.toLowerCase())).length,
  }))
  const [most] = shares.sort((a, b) => b.count - a.count)
  if (most === undefined || most.count === 0)
    throw new UserError(
      'the network is unknown',
      `${observed.base} has no token of any`,
      networkHint(catalogue),
    )
  return most.name
}

/** The instant of the source's tickers, in ms; any instant where they have none. */
function instantOf({ answers }: ComparedAnswer): number {
  const { tickers } = listsIn(answers)
  const dataMs = secondsOf(tickers[0]?.['updatedAt'] ?? tickers[0]?.['timestamp']) * 1000
  return dataMs > FIRST_MS && dataMs < LAST_MS ? dataMs : Date.parse(FROZEN_AT)
}

const FIRST_MS = Date.UTC(1990, 1)
const LAST_MS = Date.UTC(2099, 11)

function replyDifferences(
  { questions, answers }: ComparedAnswer,
  ours: ComparedAnswer['answers'],
): Difference[] {
  return questions.flatMap(({ id, isBad }): Difference[] => {
    const [their, our] = [answers[id], ours[id]]
    if (their === undefined || our === undefined) return []
    if (isBad || (their.status === our.status && our.status !== 200)) return errorDifference(id, their, our)
    if (their.status !== our.status)
      return [difference('status', id, String(their.status), String(our.status))]
    const [theirJson, ourJson] = [jsonOf(their.body), jsonOf(our.body)]
    if (theirJson === undefined)
      return [difference('type', `${id} reply`, `no JSON of ${MAX_LEVELS} levels at most`, 'JSON')]
    return shapeDifferences(id, shapeOf([theirJson]), shapeOf([ourJson]))
  })
}

const MAX_SHOWN = 90

function errorDifference(where: string, theirs: SourceReply, ours: SourceReply): Difference[] {
  const textOf = ({ status, body }: SourceReply) => `${status} ${JSON.stringify(jsonOf(body)) ?? body}`
  const shown = (answer: SourceReply) => {
    const text = textOf(answer).replace(/\s+/g, ' ')
    return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
  }
  return differenceUnless(textOf(theirs) === textOf(ours), 'error body', where, shown(theirs), shown(ours))
}

const HEADERS = [
  'content-type',
  'access-control-allow-origin',
  'cache-control',
  'etag',
  'last-modified',
  'location',
]

/** Values depend on prices: only their presence is compared. */
const OF_REPLIES = ['etag', 'last-modified']

function headerInWords(name: string, value: string | undefined): string {
  if (value === undefined) return 'none'
  return OF_REPLIES.includes(name) ? 'there' : value.toLowerCase()
}

function headerDifferences(
  { questions, answers }: ComparedAnswer,
  ours: ComparedAnswer['answers'],
): Difference[] {
  const found = questions.flatMap(({ id }) =>
    HEADERS.flatMap((name) => {
      const [their, our] = [answers, ours].map((side) => headerInWords(name, side[id]?.headers[name]))
      return their === our ? [] : [{ id, name, their, our }]
    }),
  )
  const alike = groupBy(found, ({ name, their, our }) => `${name} ${their} ${our}`)
  return [...alike.values()].map((all) => {
    const [{ name, their, our }] = all
    return difference('header', `${name} at ${nameList(all.map(({ id }) => id))}`, their, our)
  })
}

async function rhythmsOf(
  { questions, samples }: ComparedAnswer,
  ours: SimulatedReplies,
  atMs: number,
): Promise<Record<WatchedEndpoint, PollSchedule>> {
  const rhythmOf = (id: WatchedEndpoint): Promise<PollSchedule> => {
    const byHeader = samples[id].some(({ headers }) => headers['x-gmx-sim-at'] !== undefined)
    return ours.rhythm(samplePath(questions, id), atMs, byHeader)
  }
  return { tickers: await rhythmOf('tickers'), 'signed-prices': await rhythmOf('signed-prices') }
}
