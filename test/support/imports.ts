/** Who imports whom, as dependency-cruiser sees it under the rules of `.dependency-cruiser.js`. */
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { forbidden, options } from '../../.dependency-cruiser.js'

export const RULES = forbidden.map(({ name }) => name)

/** What is found in `src` of the folder `root`. */
export async function importsIn(root: string): Promise<ICruiseResult> {
  const { output } = await cruise(['src'], {
    ...options,
    ruleSet: { forbidden },
    validate: true,
    baseDir: root,
  })
  return output as ICruiseResult
}

/** The breaches of the rules, as `rule: from -> to`. */
export const breachesIn = ({ summary }: ICruiseResult): string[] =>
  summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} -> ${to.replace(/.*(?=node_modules)/, '')}`,
  )

/** The longest way from file to file, each imported by the one before it. */
export function longestChain({ modules }: ICruiseResult): readonly string[] {
  const imports = new Map(
    modules.map(({ source, dependencies }) => [source, dependencies.map(({ resolved }) => resolved)]),
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

const longest = (chains: readonly (readonly string[])[]): readonly string[] =>
  chains.reduce((most, chain) => (chain.length > most.length ? chain : most), [])
