/** Formats of query parameters, parsed without zod: the first candles of a process do not wait for it to load. */

/** How the text of a parameter is read. */
export interface Format<Value = unknown> {
  /** Undefined for invalid text. */
  parse(text: string): NonNullable<Value> | undefined
  /** Schema of the value in OpenAPI. */
  readonly described: {
    readonly type: 'string' | 'integer' | 'boolean' | 'array'
    readonly items?: { readonly type: 'string' }
    readonly enum?: readonly string[]
    readonly minimum?: number
    readonly maximum?: number
  }
}

export const anyText: Format<string> = { parse: (text) => text, described: { type: 'string' } }

/** Texts separated by commas. */
export const textList: Format<readonly string[]> = {
  parse: (text) => text.split(','),
  described: { type: 'array', items: { type: 'string' } },
}

export const trueOrFalse: Format<boolean> = {
  parse: (text) => ({ true: true, false: false })[text],
  described: { type: 'boolean' },
}

export function oneOf<const Name extends string>(names: readonly Name[]): Format<Name> {
  return {
    parse: (text) => names.find((name) => name === text),
    described: { type: 'string', enum: names },
  }
}

/** Digits of a number from `minimum` to `maximum`. */
export function digitsWithin(minimum: number, maximum: number): Format<number> {
  return {
    parse(text) {
      const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
      return value >= minimum && value <= maximum ? value : undefined
    },
    described: { type: 'integer', minimum, maximum },
  }
}
