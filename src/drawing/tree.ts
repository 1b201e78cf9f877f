/**
 * A drawing as plain data: elements with attributes and children, of SVG. `markup.ts` writes it as text for a page in a
 * file; a page with a program in it makes the elements itself. Whatever comes from data stays data in both.
 */
export type Attributes = Readonly<Record<string, string | number>>

export interface Element {
  readonly name: string
  readonly attributes: Attributes
  /** Words stand for themselves: no sign in them is markup. */
  readonly children: readonly Child[]
}

export type Child = Element | string

/** Attributes that are undefined are left out. Tenths are finer than a screen shows: numbers are rounded to them. */
export function element(
  name: string,
  given: Readonly<Record<string, string | number | undefined>>,
  ...children: readonly Child[]
): Element {
  const attributes: Record<string, string | number> = {}
  for (const [key, value] of Object.entries(given))
    if (value !== undefined) attributes[key] = typeof value === 'number' ? Math.round(value * 10) / 10 : value
  return { name, attributes, children }
}
