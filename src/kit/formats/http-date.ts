/** Dates in HTTP headers (RFC 9110, 5.6.7). */

let last = { second: Number.NaN, text: '' }

/** The form that servers must send: `Sun, 06 Nov 1994 08:49:37 GMT`. Made once per second, as each reply has one. */
export function toHttpDate(ms: number): string {
  const second = Math.floor(ms / 1000)
  if (second !== last.second) last = { second, text: new Date(ms).toUTCString() }
  return last.text
}

const TIME = String.raw`(?<time>\d{2}:\d{2}:\d{2})`
const MONTH = '(?<month>[A-Z][a-z]{2})'
/** Accepts that form and the two obsolete ones that recipients must accept: of RFC 850 and of asctime. */
const FORMS = [
  `[A-Z][a-z]{2}, (?<day>\\d{2}) ${MONTH} (?<year>\\d{4}) ${TIME} GMT`,
  `[A-Z][a-z]+day, (?<day>\\d{2})-${MONTH}-(?<year>\\d{2}) ${TIME} GMT`,
  `[A-Z][a-z]{2} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`))

/** Ms since 1970; undefined for other text. A year of two digits is at most 50 years after `nowMs`. */
export function parseHttpDate(text: string, nowMs: number): number | undefined {
  const groups = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (groups === undefined) return undefined
  const { day, month, year, time } = groups
  const oldest = new Date(nowMs).getUTCFullYear() - 49
  const whole = year.length === 4 ? year : oldest + ((((Number(year) - oldest) % 100) + 100) % 100)
  const ms = Date.parse(`${day} ${month} ${whole} ${time} GMT`)
  // Otherwise February has 31 days.
  return new Date(ms).getUTCDate() === Number(day) ? ms : undefined
}
