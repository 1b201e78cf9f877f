import { posix } from 'node:path'
import { type Import, importsOf, withoutComments, withoutStrings } from './imports.js'

/**
 * The house's floor plan, checked on the text of the source: imports only go down, no circles, and what the
 * outside world is asked for (chance, time, sockets) is asked for in one place. Answers with one sentence per
 * breach.
 */
export function breachesOf(tree: SourceTree): string[] {
  const breaches = [...tree].flatMap(([file, source]) => breachesOfFile(tree, file, source))
  const circle = circleIn(tree)
  return circle ? [...breaches, `${circle.join(' -> ')} is a circle`] : breaches
}

/** File path below src (`core/random.ts`) to its text. */
export type SourceTree = ReadonlyMap<string, string>

/** The first name that a path starts with tells its floor. */
const FLOORS: readonly (readonly string[])[] = [
  ['core/'],
  ['catalogue/', 'price/', 'oracle/', 'market/', 'world.ts', 'universe.ts'],
  ['clock/', 'endpoints/', 'openapi/', 'scenario/', 'metrics/', 'journal/', 'session/'],
  ['http/'],
  ['simulator.ts', 'worlds.ts', 'settings.ts', 'options.ts'],
  ['workers/'],
  ['cli/', 'testing/', 'index.ts'],
]
const MAX_LINES = 200
const SOCKET_MODULES = /^(express|(node:)?(http|https|http2|net|tls|dgram))(\/|$)/

function breachesOfFile(tree: SourceTree, file: string, source: string): string[] {
  const code = withoutComments(source)
  const breaches = importsOf(code).flatMap((found) => breachOfImport(tree, file, found))
  if (!file.endsWith('.ts')) breaches.push(`${file} is not TypeScript`)
  if (floorOf(file) < 0) breaches.push(`${file} stands on no floor`)
  const lines = source.replace(/\n$/, '').split('\n').length
  const isMade = source.startsWith('// biome-ignore-all')
  if (lines > MAX_LINES && !isMade)
    breaches.push(`${file} has ${lines} lines, at most ${MAX_LINES} are allowed`)
  return [...breaches, ...breachesOfWords(file, withoutStrings(code))]
}

/** Chance comes from core/random.ts alone, the time from src/clock alone. */
function breachesOfWords(file: string, code: string): string[] {
  const breaches: string[] = []
  if (/\bMath\s*\.\s*random\b/.test(code)) breaches.push(`${file} uses Math.random`)
  if (file.startsWith('clock/')) return breaches
  const timeWords: readonly (readonly [string, RegExp])[] = [
    ['Date.now', /\bDate\s*\.\s*now\b/],
    ['performance.now', /\bperformance\s*\.\s*now\b/],
    ['process.hrtime', /\bhrtime\b/],
    ['new Date()', /\bDate\s*\(\s*\)|\bnew\s+Date\b(?!\s*[(.])/],
  ]
  for (const [name, pattern] of timeWords) {
    if (pattern.test(code)) breaches.push(`${file} uses ${name}, which only src/clock may`)
  }
  return breaches
}

function breachOfImport(tree: SourceTree, file: string, found: Import): string[] {
  const { specifier } = found
  if (specifier === undefined) return [`${file} imports a computed name`]
  if (specifier === 'seedrandom' && file !== 'core/random.ts') {
    return [`${file} imports seedrandom, which only core/random.ts may`]
  }
  if (SOCKET_MODULES.test(specifier) && !file.startsWith('http/')) {
    return [`${file} imports ${specifier}, which only src/http may`]
  }
  if (/^gmx-sim(\/|$)/.test(specifier)) return [`${file} imports the package by its own name`]
  if (!specifier.startsWith('.')) return []
  const target = targetOf(file, specifier)
  if (!tree.has(target)) return [`${file} imports ${target}, which is not in src`]
  return mayImport(file, target, found.typeOnly) ? [] : [`${file} must not import ${target}`]
}

function mayImport(file: string, target: string, typeOnly: boolean): boolean {
  const floor = floorOf(target)
  if (floor < 0 || floor > floorOf(file)) return false
  const inCatalogue = target.startsWith('catalogue/')
  if (file.startsWith('catalogue/')) return floor === 0 || inCatalogue
  if (file.startsWith('price/')) {
    return floor === 0 || target.startsWith('price/') || (inCatalogue && typeOnly)
  }
  return true
}

function floorOf(file: string): number {
  return FLOORS.findIndex((names) =>
    names.some((name) => (name.endsWith('/') ? file.startsWith(name) : file === name)),
  )
}

function targetOf(file: string, specifier: string): string {
  return posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts')
}

/** The first circle of imports, of whatever kind, as the files on it; its first file is named again at the end. */
function circleIn(tree: SourceTree): string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    const start = path.indexOf(file)
    if (start >= 0) return [...path.slice(start), file]
    if (done.has(file)) return undefined
    for (const { specifier } of importsOf(withoutComments(tree.get(file) ?? ''))) {
      const circle = specifier?.startsWith('.') && visit(targetOf(file, specifier), [...path, file])
      if (circle) return circle
    }
    done.add(file)
    return undefined
  }
  for (const file of tree.keys()) {
    const circle = visit(file, [])
    if (circle) return circle
  }
  return undefined
}
