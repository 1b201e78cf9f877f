/**
 * SVG as text, by hand: it runs in Node and in a browser alike, and needs neither. Whatever comes from data goes through
 * `text` or an attribute, which escape it.
 */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/** An element; `children` are SVG, `text('…')` or other elements. Attributes that are undefined are left out. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? rounded(value) : escapeMarkup(value!)}"`)
    .join('')
  return `<${name}${written}>${children.join('')}</${name}>`
}

export function text(words: string): string {
  return escapeMarkup(words)
}

/** For HTML and XML too, in text and in attributes with quotes. */
export function escapeMarkup(words: string): string {
  // Control characters and halves of characters are not allowed in markup, whether escaped or not.
  return words
    .replace(/[^\P{Cc}\t\n\r]|[\p{Cs}\u{fffe}\u{ffff}]/gu, '\u{fffd}')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Tenths are finer than a screen shows. */
function rounded(value: number): string {
  return String(Math.round(value * 10) / 10)
}
