/** Imports between modules, from dependency-cruiser under the rules of `.dependency-cruiser.js`. */
import { join } from 'node:path'
import { ROOT, run } from './cli.js'

/** Its output, as far as used here. */
export interface Imports {
  readonly modules: readonly {
    readonly source: string
    readonly dependencies: readonly { readonly module: string; readonly resolved: string }[]
  }[]
  readonly summary: {
    readonly violations: readonly {
      readonly rule: { readonly name: string }
      readonly from: string
      readonly to: string
    }[]
  }
}

/** Analyses `src` of the folder `root`. */
export async function importsIn(root: string): Promise<Imports> {
  const checker = join(
    ROOT,
    'test/installs/imports/node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
  )
  const args = [checker, 'src', '--config', join(ROOT, '.dependency-cruiser.js'), '--output-type', 'json']
  const { stdout, stderr } = await run(process.execPath, args, {}, root)
  if (!stdout.startsWith('{')) throw new Error(`dependency-cruiser failed: ${stdout}${stderr}`)
  return JSON.parse(stdout) as Imports
}

/** Violations of the rules, as `rule: from -> to`. */
export const breachesIn = ({ summary }: Imports): string[] =>
  summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} -> ${to.replace(/.*(?=node_modules)/, '')}`,
  )

/** The longest chain of files, each imported by the one before. The page's ends where it takes types of replies from the server. */
export function longestChain({ modules }: Imports): readonly string[] {
  const imports = new Map(
    modules.map(({ source, dependencies }) => [
      source,
      dependencies.map(({ resolved }) => resolved).filter((file) => !(isOfPage(source) && isOfServer(file))),
    ]),
  )
  const known = new Map<string, readonly string[]>()
  const from = (file: string): readonly string[] => {
    const chain = known.get(file) ?? [file, ...longest((imports.get(file) ?? []).filter(isOurs).map(from))]
    known.set(file, chain)
    return chain
  }
  return longest([...imports.keys()].filter(isOurs).map(from))
}

const isOurs = (file: string): boolean => file.startsWith('src/')

const isOfPage = (file: string): boolean => file.startsWith('src/entrypoints/ui/')

const isOfServer = (file: string): boolean => file.startsWith('src/server/')

const longest = (chains: readonly (readonly string[])[]): readonly string[] =>
  chains.reduce((most, chain) => (chain.length > most.length ? chain : most), [])
