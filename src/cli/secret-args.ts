/** Hides secrets from `ps`: all users of a machine can read command lines. */

import { flagOf, type OptionName, variableOf } from '../config/schema.js'
import { withoutCredentials } from '../core/parse.js'

const SHOWN: Readonly<Partial<Record<OptionName, (value: string) => string>>> = {
  store: withoutCredentials,
  controlToken: () => '***',
  signerKey: () => '***',
}

const NAMES: ReadonlyMap<string, OptionName> = new Map(
  (Object.keys(SHOWN) as OptionName[]).map((name) => [flagOf(name), name]),
)

/** Moves secrets from the arguments to environment variables for a child process. */
export function extractSecrets(args: readonly string[]): { args: string[]; env: Record<string, string> } {
  const env: Record<string, string> = {}
  const rest: string[] = []
  each(args, (words, name, value) => {
    if (name === undefined || value === undefined) rest.push(...words)
    else env[variableOf(name)] = value
  })
  return { args: rest, env }
}

export function redactProcessTitle(): void {
  const { argv, argv0, execArgv } = process
  const shown: string[] = []
  each(argv.slice(2), (words, name, value) => {
    const hide = name && SHOWN[name]
    if (hide === undefined || value === undefined) shown.push(...words)
    else shown.push(...words.map((word) => word.replace(value, () => hide(value))))
  })
  if (shown.join(' ') === argv.slice(2).join(' ')) return
  process.title = [argv0, ...execArgv, argv[1], ...shown].join(' ')
}

/** Passes each secret option with its value, in one word or two, and other words one by one. */
function each(
  args: readonly string[],
  take: (words: readonly string[], name?: OptionName, value?: string) => void,
): void {
  for (let at = 0; at < args.length; at++) {
    const [, flag, glued] = /^([^=]*)(?:=(.*))?$/s.exec(args[at]) ?? []
    const name = NAMES.get(flag)
    if (name === undefined) take([args[at]])
    else if (glued !== undefined) take([args[at]], name, glued)
    else take(args.slice(at, at + 2), name, args[++at])
  }
}
