const UNIT_WORDS = { d: 86_400, h: 3600, min: 60, s: 1 } as const

/** A length of time in print: `300 ms`, `1.5 s`, `90 s`, `10 min`, `1 h 10 s`; at most two units. */
export function durationInWords(ms: number): string {
  if (ms !== 0 && ms < 1000) return `${Math.round(ms)} ms`
  // Rounded down: a time before a limit never reads as the limit.
  const step = ms < 10_000 ? 10 : 100
  if (ms === 0 || (ms < 120_000 && ms % 60_000 !== 0)) return `${(Math.floor(ms / step) * step) / 1000} s`
  let left = Math.floor(ms / 1000)
  const parts = Object.entries(UNIT_WORDS).flatMap(([unit, seconds]) => {
    const count = Math.floor(left / seconds)
    left -= count * seconds
    return count === 0 ? [] : [`${count} ${unit}`]
  })
  return parts.slice(0, 2).join(' ')
}

/** Time since a start, after a time of day: `+0:30.1`. */
export function sinceInWords(ms: number): string {
  const tenths = Math.round(Math.abs(ms) / 100)
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0')
  return `${ms < 0 ? '-' : '+'}${Math.floor(tenths / 600)}:${seconds}`
}
