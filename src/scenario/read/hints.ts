/** Hints for error messages: the nearest known name, and what a schema allows at a path. */
import * as z from 'zod'
import { memoised } from '../../kit/maps.js'
import { nativeRequire } from '../../kit/native-require.js'
import { sdkTokensOf } from '../../market/catalogue/sdk-names.js'
import type { Catalogue } from '../../market/catalogue/types.js'
import { truncateMessage } from './problems.js'

const { closest, distance }: typeof import('fastest-levenshtein') = nativeRequire('fastest-levenshtein')

/** Longer words, and more words, are not compared: the cost is bounded. */
const MAX_LETTERS = 64
const MAX_WORDS = 2000

/** The one of `words` nearest to the input, if any is close. */
export function nearest(written: string, words: readonly string[]): string | undefined {
  if (written.length > MAX_LETTERS) return undefined
  const lower = written.toLowerCase()
  const candidates = words
    .slice(0, MAX_WORDS)
    .filter((word) => Math.abs(word.length - lower.length) <= slack(word))
  if (candidates.length === 0) return undefined
  const inLower = candidates.map((word) => word.toLowerCase())
  // Transposed letters are the commonest typo, but have distance two.
  const letters = lettersOf(lower)
  const turned = inLower.findIndex((word) => word.length === lower.length && lettersOf(word) === letters)
  if (turned >= 0) return candidates[turned]
  const word = closest(lower, inLower)
  return distance(lower, word) <= slack(word) ? candidates[inLower.indexOf(word)] : undefined
}

/** Suggests the nearest of `words`, or else another hint. */
export function suggestion(written: string, words: readonly string[], otherwise: string): string {
  const meant = nearest(written, words)
  return meant === undefined ? otherwise : `did you mean ${meant}?`
}

/** All names of assets: their own, and the symbols of tokens. */
export function assetWords({ assets, networks }: Catalogue): string[] {
  const all = Object.values(networks)
  const [first, second] = [all.flatMap(({ tokens }) => tokens), all.flatMap(sdkTokensOf)]
  return [...new Set([...[...first, ...second].map(({ symbol }) => symbol), ...assets.keys()])]
}

/** An unknown asset, with a suggestion. */
export function noneCalled(what: string, word: string, words: readonly string[]): string {
  const hint = suggestion(word, words, 'write a symbol of /tokens')
  return `unknown ${what} ${JSON.stringify(truncateMessage(word))}: ${hint}`
}

/** Largest edit distance of a suggestion. */
function slack(word: string): number {
  return Math.max(1, Math.floor(word.length / 3))
}

function lettersOf(word: string): string {
  return [...word].sort().join('')
}

/** The part of a JSON Schema node that is read here. */
interface Described {
  readonly properties?: Readonly<Record<string, Described>>
  /** Of a mapping with arbitrary keys. */
  readonly additionalProperties?: Described | false
  readonly items?: Described
  readonly anyOf?: readonly Described[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly exclusiveMaximum?: number
}

export function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  return [...new Set(nodesAt(schema, path).flatMap(({ properties }) => Object.keys(properties ?? {})))]
}

/** `from 400 to 599`, `above 0 and at most 1`, `of at least 1`; empty without bounds. */
export function boundsAt(schema: z.ZodType, path: readonly PropertyKey[]): string {
  const node = nodesAt(schema, path).find(
    ({ minimum, exclusiveMinimum }) => (minimum ?? exclusiveMinimum) !== undefined,
  )
  if (node === undefined) return ''
  const { minimum, exclusiveMinimum, exclusiveMaximum } = node
  const maximum = node.maximum === Number.MAX_SAFE_INTEGER ? undefined : node.maximum
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  const least = minimum === undefined ? `above ${exclusiveMinimum}` : `of at least ${minimum}`
  const most = maximum === undefined ? `below ${exclusiveMaximum}` : `at most ${maximum}`
  return maximum === undefined && exclusiveMaximum === undefined ? ` ${least}` : ` ${least} and ${most}`
}

function nodesAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly Described[] {
  let here = branches(describe(schema))
  for (const part of path)
    here = here.flatMap((node) => {
      const next =
        typeof part === 'number'
          ? node.items
          : (node.properties?.[String(part)] ?? (node.additionalProperties || undefined))
      return next === undefined ? [] : branches(next)
    })
  return here
}

const describe = memoised(
  (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described,
)

function branches(schema: Described): readonly Described[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap(branches)
}
