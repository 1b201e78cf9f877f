/** A drawing as text, for a page in a file. It runs in Node and in a browser alike, and needs neither. */
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

/** For HTML and XML too, in text and in attributes with quotes. */
export function escapeMarkup(words: string): string {
  // Control characters and halves of characters are not allowed in markup, whether escaped or not.
  return words
    .replace(/[^\P{Cc}\t\n\r]|[\p{Cs}\u{fffe}\u{ffff}]/gu, '\u{fffd}')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
