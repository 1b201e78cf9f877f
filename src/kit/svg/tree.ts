/** SVG elements as plain data, which `toMarkup` serialises and the dashboard renders. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

export interface Element {
  readonly name: string
  /** Undefined values are omitted. */
  readonly attributes: Attributes
  /** Strings are text, not markup. */
  readonly children: readonly Child[]
}

export type Child = Element | string

/** Sizes, which browsers refuse if negative. */
const SIZES = ['width', 'height', 'r']

/** Rounds numbers to tenths, finer than any screen. A size is at least 0, also where a frame has no room. */
export function element(name: string, given: Attributes, ...children: readonly Child[]): Element {
  const attributes = { ...given }
  for (const key in attributes) {
    const value = attributes[key]
    if (typeof value !== 'number') continue
    const rounded = Math.round(value * 10) / 10
    attributes[key] = SIZES.includes(key) ? Math.max(rounded, 0) : rounded
  }
  return { name, attributes, children }
}

export const text = (look: string, x: number, y: number, words: string, anchor?: 'middle' | 'end'): Element =>
  element('text', { class: look, x, y, 'text-anchor': anchor }, words)

export const line = (look: string, x1: number, y1: number, x2: number, y2: number): Element =>
  element('line', { class: look, x1, x2, y1, y2 })

export const rect = (look: string, x: number, y: number, width: number, height: number): Element =>
  element('rect', { class: look, x, y, width, height })

export function toMarkup(child: Child): string {
  if (typeof child === 'string') return escapeMarkup(child)
  const { name, attributes, children } = child
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeMarkup(String(value))}"`)
    .join('')
  return `<${name}${written}>${children.map(toMarkup).join('')}</${name}>`
}

/** Escapes text and quoted attributes of HTML and XML. */
export function escapeMarkup(words: string): string {
  // Markup allows no control characters or lone surrogates, escaped or not.
  return words
    .replace(/[^\P{Cc}\t\n\r]|[\p{Cs}\u{fffe}\u{ffff}]/gu, '\u{fffd}')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
