/** Serialises a drawing; runs in Node and in browsers. */
import type { Child } from './tree.js'

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
