/** Digits to show of a price: six significant ones, at least two decimals, at most those of the asset. */
export function digitsOf(usd: number, decimals: number): number {
  if (usd === 0) return Math.min(2, decimals)
  const whole = Math.floor(Math.log10(Math.abs(usd))) + 1
  return Math.min(Math.max(6 - whole, 2), decimals, 20)
}

/** `1,934.21`, `0.0000123456`. */
export function formatUsd(usd: number, digits: number): string {
  return usd.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** `+1.25 %` with a true minus sign. */
export function formatPercent(part: number, digits = 2): string {
  const text = Math.abs(part * 100).toFixed(digits)
  return `${part < 0 ? '−' : '+'}${text} %`
}

/** `2026-03-01 12:00:00` of virtual ms since 1970. */
export const formatInstant = (ms: number): string =>
  new Date(Number.isFinite(ms) ? ms : 0).toISOString().slice(0, 19).replace('T', ' ')

/** `2026-03-01 12:00`. */
export const formatMinute = (ms: number): string => formatInstant(ms).slice(0, -3)

/** `12:00:00.123`, of an ISO 8601 text. */
export const exactTimeOf = (iso: string): string => iso.slice(11, 23)
