/**
 * The picture of README.md: a client that fails over during a library scenario. Generated from a run in which the simulator's clock
 * and the client's timers advance together, so it is reproducible.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { parse } from 'yaml'
import { type BaseName, type RuleInput, startSimulator, type Ticker } from '../../src/entrypoints/index.js'
import { drawCurves, type Point } from '../../src/kit/svg/curves.js'
import { decimalStep, ON_PAGE } from '../../src/kit/svg/frame.js'
import { type Band, drawLanes } from '../../src/kit/svg/lanes.js'
import type { Mark } from '../../src/kit/svg/marks.js'
import { DRAWING_STYLE, PALETTE } from '../../src/kit/svg/page.js'
import { type Element, element, rect, text, toMarkup } from '../../src/kit/svg/tree.js'
import { parseDuration } from '../../src/kit/text/duration.js'
import { ROOT } from './root.js'

const SCENARIO = 'primary-outage'
const ASSET = 'ETH'
const RUN_SECONDS = 80
const SPAN = { fromMs: 0, toMs: RUN_SECONDS * 1000 }
const BASES_SHOWN: readonly BaseName[] = ['primary', 'fallback']

interface Client {
  tickers(): Promise<Ticker[]>
}

/** A request at its arrival. */
interface Asked extends Mark {
  readonly base: BaseName
}

interface Run {
  /** The price of each second, in USD. */
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
  const msNow = () => sim.clock.now().getTime() - start.getTime()
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
      if (tickers) seen.push([msNow(), usdIn(tickers)])
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
      market.push([second * 1000, usdIn(await sim.ask('arbitrum', 'tickers'))])
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
  const requests = sim.journal.entries().flatMap(({ n, base, at, met: kind, status, outcome }): Asked[] => {
    const ms = Date.parse(at) - start.getTime()
    const about = `${ms / 1000} s: ${status ?? outcome}`
    return base === null ? [] : [{ n, base: base as BaseName, kind, fromMs: ms, toMs: ms, about }]
  })
  await sim.stop()
  return { market, seen, requests: requests.filter(({ fromMs }) => fromMs < SPAN.toMs) }
}

const STYLE = `${PALETTE}${DRAWING_STYLE}
.heading { font: 600 14px system-ui, sans-serif; fill: var(--text); }
.note { font: 11px system-ui, sans-serif; fill: var(--faint); }
.curve { fill: none; stroke: var(--faint); stroke-width: 1.5; } .dot { fill: var(--link); }
.band, .band-ground { fill: var(--band); } .band-ground { fill-opacity: .5; } .drawing .band-name { font-size: 10px; }
.mark.good { fill: var(--good); } .mark.wrong { fill: var(--wrong); } .mark.error { fill: var(--error); } .mark.silent { fill: var(--silent); }
`

/** Effects of the scenario's rules, by id. */
const WORDS: Readonly<Record<string, string>> = {
  throttle: '429, Retry-After 7 s',
  dead: 'takes requests and never answers',
  'lagging-fallback': 'slow, and 3 s behind',
}

const MARGIN = 16

function bandsOf(base: BaseName): Band[] {
  const file = join(ROOT, 'scenarios', `${SCENARIO}.yaml`)
  const { rules } = parse(readFileSync(file, 'utf8')) as { rules: readonly RuleInput[] }
  return rules
    .filter(({ match }) => match?.base === base)
    .map(({ id = '', when }) => ({
      name: WORDS[id],
      fromMs: parseDuration(when?.after ?? '0s'),
      toMs: parseDuration(when?.until ?? `${RUN_SECONDS}s`),
    }))
}

function toSvg({ market, seen, requests }: Run): string {
  const prices = [...market, ...seen].map(([, usd]) => usd)
  const frame = { span: SPAN, phases: [] }
  const curves = drawCurves({
    about: `The price of ${ASSET} in USD: a line for the market, a dot for each price that the client received`,
    ...frame,
    bands: [],
    bounds: [],
    curves: [{ class: 'market', points: market }],
    dots: seen.map(([atMs, value]) => ({ class: 'seen', atMs, value, about: `${value.toFixed(2)} USD` })),
    range: [Math.min(...prices), Math.max(...prices)],
    format: String,
    step: decimalStep,
  })
  const lanes = drawLanes({
    about: 'Requests to each base address, and what the scenario does to them',
    ...frame,
    lanes: BASES_SHOWN.map((base) => ({
      name: base,
      bands: bandsOf(base),
      marks: requests.filter((request) => request.base === base),
    })),
  })
  const parts: Element[] = [
    text('heading', 0, 26, `npx --no -- gmx-sim --scenario ${SCENARIO}, met by a client that fails over`),
    text(
      'note',
      0,
      46,
      `${ASSET} in USD. Line: the market. Dots: prices the client received, when it received them.`,
    ),
    placed(curves, 58),
    text(
      'note',
      0,
      234,
      'A mark per request: green got fresh data, amber stale data, red an error, grey no answer.',
    ),
    placed(lanes, 246),
  ]
  const width = ON_PAGE.width + 2 * MARGIN
  const height = 246 + Number(lanes.attributes['height']) + 8
  return `${toMarkup(
    element(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: `${-MARGIN} 0 ${width} ${height}`,
        role: 'img',
        'aria-labelledby': 'title',
      },
      element('title', { id: 'title' }, `A client meets the scenario ${SCENARIO}`),
      element('style', {}, STYLE),
      rect('lane', -MARGIN, 0, width, height),
      ...parts,
    ),
  )}\n`
}

const placed = (drawn: Element, y: number): Element => ({ ...drawn, attributes: { ...drawn.attributes, y } })
