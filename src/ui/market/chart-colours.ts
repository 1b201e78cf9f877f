/** The chart is drawn on a canvas, which knows no style sheet: it is told the colours of the palette. */
import { ColorType, CrosshairMode } from 'lightweight-charts'

export interface ChartColours {
  readonly ground: string
  readonly faint: string
  readonly line: string
  readonly edge: string
  readonly up: string
  readonly down: string
  readonly event: string
  readonly prices: string
}

/** As they are now, in the light or in the dark. */
export function coloursNow(): ChartColours {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    ground: of('ground'),
    faint: of('faint'),
    line: of('line'),
    edge: of('edge'),
    up: of('up'),
    down: of('down'),
    event: of('link'),
    prices: of('broken'),
  }
}

/** Calls `act` when the person's system goes from light to dark or back. */
export function onScheme(act: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', act)
  return () => dark.removeEventListener('change', act)
}

export function chartLook({ ground, faint, line, edge }: ChartColours) {
  const guide = { color: edge, labelBackgroundColor: edge }
  return {
    layout: {
      background: { type: ColorType.Solid, color: ground },
      textColor: faint,
      fontFamily: 'system-ui, sans-serif',
      fontSize: 11,
      // It would add a style element, which the page's policy does not allow. Notice and link are at the foot of the page.
      attributionLogo: false,
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    rightPriceScale: { borderColor: line },
    timeScale: { borderColor: line },
    crosshair: { mode: CrosshairMode.Normal, vertLine: guide, horzLine: guide },
  }
}

export const candleLook = ({ up, down }: ChartColours) => ({
  upColor: up,
  borderUpColor: up,
  wickUpColor: up,
  downColor: down,
  borderDownColor: down,
  wickDownColor: down,
})
