/** Hides secrets in the arguments from `ps`: every user of a machine can read command lines. */

import { withoutCredentials } from '../../kit/text/parse.js'
import { flagOf, SECRETS, variableOf } from '../../server/config/schema.js'

type Secret = (typeof SECRETS)[number]

const REDACTED: Readonly<Record<Secret, (value: string) => string>> = {
  store: withoutCredentials,
  controlToken: () => '***',
  signerKey: () => '***',
}

const NAME_OF_FLAG: ReadonlyMap<string, Secret> = new Map(SECRETS.map((name) => [flagOf(name), name]))

/** Moves secrets from the arguments to environment variables for a child process. */
export function extractSecrets(args: readonly string[]): { args: string[]; env: Record<string, string> } {
  const env: Record<string, string> = {}
  const rest: string[] = []
  forEachArgument(args, (words, name, value) => {
    if (name === undefined || value === undefined) rest.push(...words)
    else env[variableOf(name)] = value
  })
  return { args: rest, env }
}

/** Shows `***` for secrets in the process title. */
export function redactProcessTitle(): void {
  const { argv, argv0, execArgv } = process
  const shown: string[] = []
  forEachArgument(argv.slice(2), (words, name, value) => {
    const redact = name && REDACTED[name]
    if (redact === undefined || value === undefined) shown.push(...words)
    else shown.push(...words.map((word) => word.replace(value, () => redact(value))))
  })
  if (shown.join(' ') === argv.slice(2).join(' ')) return
  process.title = [argv0, ...execArgv, argv[1], ...shown].join(' ')
}

/** Visits a secret option together with its value, in one word or two, and every other word alone. */
function forEachArgument(
  args: readonly string[],
  visit: (words: readonly string[], name?: Secret, value?: string) => void,
): void {
  for (let at = 0; at < args.length; at++) {
    const [, flag = '', inline] = /^([^=]*)(?:=(.*))?$/s.exec(args[at]!) ?? []
    const name = NAME_OF_FLAG.get(flag)
    if (name === undefined) visit([args[at]!])
    else if (inline !== undefined) visit([args[at]!], name, inline)
    else visit(args.slice(at, at + 2), name, args[++at])
  }
}
