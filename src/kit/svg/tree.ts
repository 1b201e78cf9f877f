/** SVG elements as plain data, which `markup.ts` serialises and the dashboard renders. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

export interface Element {
  readonly name: string
  /** Undefined values are omitted. */
  readonly attributes: Attributes
  /** Strings are text, not markup. */
  readonly children: readonly Child[]
}

export type Child = Element | string

/** Rounds numbers to tenths, finer than any screen. */
export function element(name: string, given: Attributes, ...children: readonly Child[]): Element {
  const attributes = { ...given }
  for (const key in attributes) {
    const value = attributes[key]
    if (typeof value === 'number') attributes[key] = Math.round(value * 10) / 10
  }
  return { name, attributes, children }
}
