/** The colours of the style sheet for the chart, whose canvas has no access to it. */
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
      // It adds a style element, which the content security policy forbids; the footer has notice and link.
      attributionLogo: false,
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    rightPriceScale: { borderColor: line, entireTextOnly: true },
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
