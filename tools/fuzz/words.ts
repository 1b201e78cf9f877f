/** Values that have broken programs before, and changes to good ones. */
import fc from 'fast-check'

export const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  '%',
  '%2e%2e',
  '%00',
  '..',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-0',
  '1e309',
  '9007199254740993',
  '0x10',
  '-1',
  '1.5',
  'ETH',
  'BTC',
  '*',
  '1m',
  '7d',
  '99999999d',
  '-5%',
  '100%',
  '2026-03-01T00:00:00Z',
  '9999-99-99',
  '\u{1f4a5}',
  'é',
  'x'.repeat(300),
  '{',
  '[',
  ']',
  '"',
  "'",
  '\\',
  '\r\n',
  '\t',
  '&a=b',
  '#',
  '?',
  '${x}',
  '<b>',
] as const

export const anyOddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
)

const { value: anyTree } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyOddText,
    fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0, -1, 1e300, 2 ** 53),
    ),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(anyOddText, tie('value'), { maxKeys: 3 }),
  ),
}))
export const anyValue = anyTree

type Change = {
  readonly at: number
  readonly kind: 'drop' | 'put' | 'copy' | 'rename'
  readonly value: unknown
}
const anyChange: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(200),
  kind: fc.constantFrom('drop', 'put', 'put', 'copy', 'rename'),
  value: anyValue,
})

/** Good values, some of them changed in a few places. */
export function changed(good: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc
    .tuple(fc.constantFrom(...good), fc.array(anyChange, { maxLength: 3 }))
    .map(([value, changes]) => changes.reduce(applied, structuredClone(value)))
}

/** Good texts with pieces cut out, doubled, or put in. */
export function changedText(good: readonly string[]): fc.Arbitrary<string> {
  const anyCut = fc.record({ at: fc.nat(4000), length: fc.nat(40), put: anyOddText, twice: fc.boolean() })
  return fc.tuple(fc.constantFrom(...good), fc.array(anyCut, { maxLength: 4 })).map(([text, cuts]) =>
    cuts.reduce((text, { at, length, put, twice }) => {
      const from = at % (text.length + 1)
      const piece = text.slice(from, from + length)
      return text.slice(0, from) + (twice ? piece + piece : put) + text.slice(from + length)
    }, text),
  )
}

interface Place {
  readonly holder: Record<string, unknown>
  readonly key: string
}

function applied(root: unknown, { at, kind, value }: Change): unknown {
  const places = placesIn(root)
  if (places.length === 0) return structuredClone(value)
  const { holder, key } = places[at % places.length]
  // A copy: a word put twice, the second time within itself, would have no end.
  if (kind === 'put') put(holder, key, structuredClone(value))
  else if (kind === 'copy') put(holder, key, structuredClone(places[(at * 7 + 3) % places.length].holder))
  else if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else {
    const old = holder[key]
    delete holder[key]
    if (kind === 'rename') put(holder, typeof value === 'string' ? value : `${key}s`, old)
  }
  return root
}

/** Also under names that mean something to JavaScript. */
function put(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, configurable: true, enumerable: true, writable: true })
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])])
}
