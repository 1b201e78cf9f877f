/**
 * The picture of README.md: a client that fails over during a library scenario. Generated from a run in which the simulator's clock
 * and the client's timers advance together, so it is reproducible.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { parse } from 'yaml'
import { type BaseName, type RuleInput, startSimulator, type Ticker } from '../../src/entrypoints/index.js'
import { parseDuration } from '../../src/kit/text/duration.js'
import { ROOT } from './root.js'

const SCENARIO = 'primary-outage'
const ASSET = 'ETH'
const RUN_SECONDS = 80
const BASES_SHOWN: readonly BaseName[] = ['primary', 'fallback']

interface Client {
  tickers(): Promise<Ticker[]>
}

/** Seconds since the start, and USD. */
type Point = readonly [seconds: number, usd: number]

interface Asked {
  readonly base: BaseName
  readonly seconds: number
  /** Null without a reply. */
  readonly status: number | null
  readonly outcome: string
}

interface Run {
  /** The price of each second. */
  readonly market: readonly Point[]
  /** Prices that the client received, at the time of receipt. */
  readonly seen: readonly Point[]
  readonly requests: readonly Asked[]
}

/** The run as an SVG. */
export async function drawOutage(): Promise<string> {
  return toSvg(await play())
}

async function play(): Promise<Run> {
  const { PriceClient } = await import(join(ROOT, 'examples/failover-client/client.js'))
  const start = new Date('2026-03-01T12:00:00Z')
  const sim = await startSimulator({
    clock: { mode: 'frozen', at: start },
    scenario: SCENARIO,
  })
  const secondsNow = () => (sim.clock.now().getTime() - start.getTime()) / 1000
  const bases = BASES_SHOWN.map((base) => sim.baseUrl('arbitrum', base))
  const { tokens } = await sim.ask('arbitrum', 'tokens')
  const decimals = tokens.find(({ symbol }) => symbol === ASSET)?.decimals ?? 0
  const usdIn = (tickers: readonly Ticker[]) =>
    Number(tickers.find(({ tokenSymbol }) => tokenSymbol === ASSET)?.medianPrice) / 10 ** (30 - decimals)

  const market: Point[] = []
  const seen: Point[] = []
  let isOver = false
  const poll = async () => {
    const client: Client = new PriceClient(bases)
    while (!isOver) {
      const tickers = await client.tickers().catch(() => undefined)
      if (tickers) seen.push([secondsNow(), usdIn(tickers)])
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
  // Injected dependencies of the client: requests, chance and time.
  vi.stubGlobal('fetch', sim.fetch)
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.useFakeTimers({ now: start, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  try {
    const polling = poll()
    for (let second = 0; second < RUN_SECONDS; second++) {
      market.push([second, usdIn(await sim.ask('arbitrum', 'tickers'))])
      await sim.advance('1s', { timers: vi, step: '50ms' })
    }
    isOver = true
    await sim.advance('10s', { timers: vi, step: '50ms' })
    await polling
  } finally {
    vi.useRealTimers()
    chance.mockRestore()
    vi.unstubAllGlobals()
  }
  const requests = sim.journal.entries().flatMap(({ base, at, status, outcome }) => {
    const seconds = (Date.parse(at) - start.getTime()) / 1000
    return base === null ? [] : [{ base: base as BaseName, seconds, status, outcome }]
  })
  await sim.stop()
  return { market, seen, requests: requests.filter(({ seconds }) => seconds <= RUN_SECONDS) }
}

const WIDTH = 860
const LEFT = 96
const RIGHT = 20
const PRICE = { top: 52, height: 170 }
const LANES = { top: 262, height: 44, gap: 10 }
const AXIS_Y = LANES.top + BASES_SHOWN.length * (LANES.height + LANES.gap) + 4
const HEIGHT = AXIS_Y + 44

/** Labels of the scenario's rules, by id. */
const WORDS: Readonly<Record<string, string>> = {
  throttle: '429, Retry-After 2 s',
  dead: 'takes requests and never answers',
  'lagging-fallback': 'slow, and 6 s behind',
}

interface Band {
  readonly id: string
  readonly base: BaseName
  readonly from: number
  readonly to: number
}

function bandsOf(file: string): Band[] {
  const { rules } = parse(readFileSync(file, 'utf8')) as { rules: readonly RuleInput[] }
  return rules.map(({ id = '', match, when }) => ({
    id,
    base: match?.base as BaseName,
    from: secondsOf(when?.after ?? '0s'),
    to: secondsOf(when?.until ?? `${RUN_SECONDS}s`),
  }))
}

function toSvg({ market, seen, requests }: Run): string {
  const prices = [...market, ...seen].map(([, usd]) => usd)
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const x = (seconds: number) => round(LEFT + (seconds / RUN_SECONDS) * (WIDTH - LEFT - RIGHT))
  const y = (usd: number) => round(PRICE.top + ((most - usd) / (most - least)) * PRICE.height)
  const laneY = (lane: number) => LANES.top + lane * (LANES.height + LANES.gap)
  const line = (points: readonly Point[]) =>
    points.map(([seconds, usd]) => `${x(seconds)},${y(usd)}`).join(' ')
  const usdMarks = marksBetween(least, most, 100)
  const secondMarks = marksBetween(0, RUN_SECONDS, 10)
  const inTime = seen.filter(([seconds]) => seconds <= RUN_SECONDS)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="t d">
<title id="t">A client meets the scenario ${SCENARIO}</title>
<desc id="d">Above, the price of ${ASSET} and the prices that the client received. Below, each request to the primary and to the fallback, and what
the scenario does to them.</desc>
<style>
text { font: 12px system-ui, sans-serif; fill: #24292f }
.small { font-size: 11px; fill: #57606a }
.head { font-weight: 600; font-size: 14px }
.grid { stroke: #d8dee4 }
.market { fill: none; stroke: #8c959f; stroke-width: 1.5 }
.seen { fill: #0969da }
.throttle { fill: #fff1d6 } .dead { fill: #ffdfdc } .lagging-fallback { fill: #e7ecff }
.ok { stroke: #1a7f37 } .failed { stroke: #cf222e } .held { stroke: #cf222e; stroke-dasharray: 3 3 }
.request { stroke-width: 2.5 }
</style>
<rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="#ffffff" stroke="#d0d7de"/>
<text class="head" x="16" y="26">npx --no -- gmx-sim --scenario ${SCENARIO}, met by a client that fails over</text>
${usdMarks
  .map(
    (usd) => `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(usd)}" y2="${y(usd)}"/>
<text class="small" x="${LEFT - 8}" y="${y(usd) + 4}" text-anchor="end">${usd}</text>`,
  )
  .join('\n')}
<text x="16" y="${PRICE.top + 4}">${ASSET}, USD</text>
<polyline class="market" points="${line(market)}"/>
${inTime.map(([seconds, usd]) => `<circle class="seen" cx="${x(seconds)}" cy="${y(usd)}" r="2.6"/>`).join('\n')}
<text class="small" x="${LEFT + 12}" y="${PRICE.top + PRICE.height - 22}">line: the market</text>
<text class="small" x="${LEFT + 12}" y="${PRICE.top + PRICE.height - 7}">dots: prices the client received, when it received them</text>
${bandsOf(`scenarios/${SCENARIO}.yaml`)
  .map(({ id, base, from, to }) => {
    const top = laneY(BASES_SHOWN.indexOf(base))
    return `<rect class="${id}" x="${x(from)}" y="${top}" width="${round(x(to) - x(from))}" height="${LANES.height}"/>
<text class="small" x="${x(from) + 6}" y="${top + 14}">${WORDS[id]}</text>`
  })
  .join('\n')}
${BASES_SHOWN.map((base, lane) => `<text x="16" y="${laneY(lane) + 27}">${base}</text>`).join('\n')}
${requests
  .map(({ base, seconds, outcome, status }) => {
    const top = laneY(BASES_SHOWN.indexOf(base)) + 20
    const kind = status === null ? 'held' : status < 400 ? 'ok' : 'failed'
    return `<line class="request ${kind}" x1="${x(seconds)}" x2="${x(seconds)}" y1="${top}" y2="${top + 20}"><title>${round(seconds)} s: ${status ?? outcome}</title></line>`
  })
  .join('\n')}
${secondMarks
  .map(
    (
      seconds,
    ) => `<line class="grid" x1="${x(seconds)}" x2="${x(seconds)}" y1="${AXIS_Y - 4}" y2="${AXIS_Y + 2}"/>
<text class="small" x="${x(seconds)}" y="${AXIS_Y + 15}" text-anchor="middle">${seconds} s</text>`,
  )
  .join('\n')}
<text class="small" x="${LEFT}" y="${AXIS_Y + 34}">Each stroke is a request: green was answered, red got an error, broken red was never answered.</text>
</svg>
`
}

/** Multiples of a step between two numbers. */
function marksBetween(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step)
}

function secondsOf(duration: string): number {
  return parseDuration(duration) / 1000
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
