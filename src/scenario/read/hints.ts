/** Hints on what to write instead: the word that was meant, and what a schema allows at a path. */
import { closest, distance } from 'fastest-levenshtein'
import * as z from 'zod'
import type { Catalogue } from '../../catalogue/types.js'
import { truncateMessage } from './problems.js'

/** Longer words are not compared, nor more words than this: what it costs does not depend on what was written. */
const MAX_LETTERS = 64
const MAX_WORDS = 2000

/** The one of `words` that is nearly what was written, if any. */
export function nearest(written: string, words: readonly string[]): string | undefined {
  if (written.length > MAX_LETTERS) return undefined
  const lower = written.toLowerCase()
  const candidates = words
    .slice(0, MAX_WORDS)
    .filter((word) => Math.abs(word.length - lower.length) <= slack(word))
  if (candidates.length === 0) return undefined
  const inLower = candidates.map((word) => word.toLowerCase())
  // Two letters that changed places are the commonest slip, but a distance of two.
  const letters = lettersOf(lower)
  const turned = inLower.findIndex((word) => word.length === lower.length && lettersOf(word) === letters)
  if (turned >= 0) return candidates[turned]
  const word = closest(lower, inLower)
  return distance(lower, word) <= slack(word) ? candidates[inLower.indexOf(word)] : undefined
}

/** What an asset may be called: its name, or the symbol of a token. */
export function assetWords({ assets, networks }: Catalogue): string[] {
  const tokens = Object.values(networks).flatMap(({ tokens }) => tokens)
  return [...new Set([...tokens.map(({ symbol }) => symbol), ...assets.keys()])]
}

/** That there is nothing of that name among the assets, and what was meant. */
export function noneCalled(what: string, word: string, words: readonly string[]): string {
  const meant = nearest(word, words)
  const hint = meant === undefined ? 'write a symbol of /tokens' : `did you mean ${meant}?`
  return `there is no ${what} ${JSON.stringify(truncateMessage(word))}: ${hint}`
}

/** How many letters may differ. */
function slack(word: string): number {
  return Math.max(1, Math.floor(word.length / 3))
}

function lettersOf(word: string): string {
  return [...word].sort().join('')
}

/** A node of a JSON Schema, as far as it is read here. */
interface Described {
  readonly properties?: Readonly<Record<string, Described>>
  /** Of a mapping whose keys are names. */
  readonly additionalProperties?: Described | false
  readonly items?: Described
  readonly anyOf?: readonly Described[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly exclusiveMaximum?: number
}

/** The keys that may stand at a path. */
export function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  return [...new Set(nodesAt(schema, path).flatMap(({ properties }) => Object.keys(properties ?? {})))]
}

/** `from 400 to 599`, `above 0 and at most 1`, `of at least 1`; nothing where there is no bound. */
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

/** All that may stand at a path: several where there is a choice. */
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

const described = new WeakMap<z.ZodType, Described>()

function describe(schema: z.ZodType): Described {
  const known = described.get(schema)
  if (known !== undefined) return known
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described
  described.set(schema, made)
  return made
}

function branches(schema: Described): readonly Described[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap(branches)
}
