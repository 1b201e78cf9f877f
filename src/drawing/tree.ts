/**
 * A drawing as plain data: elements with attributes and children, of SVG. `markup.ts` writes it as text for a page in a
 * file; a page with a program in it makes the elements itself. Whatever comes from data stays data in both.
 */
export type Attributes = Readonly<Record<string, string | number | undefined>>

export interface Element {
  readonly name: string
  /** Those that are undefined are none. */
  readonly attributes: Attributes
  /** Words stand for themselves: no sign in them is markup. */
  readonly children: readonly Child[]
}

export type Child = Element | string

/** Tenths are finer than a screen shows: numbers are rounded to them. A drawing that is live makes thousands at a time. */
export function element(name: string, given: Attributes, ...children: readonly Child[]): Element {
  const attributes = { ...given }
  for (const key in attributes) {
    const value = attributes[key]
    if (typeof value === 'number') attributes[key] = Math.round(value * 10) / 10
  }
  return { name, attributes, children }
}
