/** What was typed wrongly, as commander found it, in the words of every other usage error: what, seen, what to write. */
import type { CommanderError } from 'commander'
import { UserError } from '../core/errors.js'

const HELP = 'see npx gmx-sim --help'

export function toUserError({ code, message }: CommanderError): UserError {
  const plain = message.replace(/^error: /, '')
  const quoted = /'([^']*)'/.exec(plain)?.[1] ?? plain
  const [flag] = quoted.split(' ', 1)
  switch (code) {
    case 'commander.unknownOption': {
      const meant = /\(Did you mean (?:one of )?(.+)\?\)/.exec(plain)?.[1].replaceAll(', ', ' or ')
      return usage(
        'there is no such option',
        quoted,
        meant === undefined ? HELP : `write ${meant}, or ${HELP}`,
      )
    }
    case 'commander.optionMissingArgument':
      return usage(`${flag} needs a value`, 'nothing stands behind it', `write ${quoted}`)
    case 'commander.missingArgument':
      return usage(
        MISSING[quoted]?.[0] ?? `${quoted} is missing`,
        'none is given',
        MISSING[quoted]?.[1] ?? HELP,
      )
    case 'commander.excessArguments':
      return usage(
        `${quoted} takes ${TAKES[quoted]}`,
        `${/\d+(?=\D*$)/.exec(plain)} given`,
        'put it in quotes',
      )
    case 'commander.help':
      return usage('there is no help on that', 'it is not a command', HELP)
    default:
      return usage('the command line cannot be read', plain, HELP)
  }
}

/** By the name of the argument: what is wrong without it, and what to write. */
const MISSING: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  address: ['get needs an address', "write one such as 'arbitrum/prices/tickers'"],
  from: ['compare needs a source', 'write a base address, or a folder that --save has made'],
  source: ['verify needs a reply', 'write a file, a URL, or - for standard input'],
  file: ['a scenario file is missing', 'write its path, or a name that npx gmx-sim scenarios lists'],
}

const TAKES: Readonly<Record<string, string>> = {
  get: 'one address',
  verify: 'one reply',
  explain: 'one file',
  schema: 'scenario or catalogue',
  catalogue: 'nothing more',
  compare: 'one source',
  scenarios: 'nothing more',
  init: 'one file',
}

/** For words behind `serve`, which takes options only: most likely a command that does not exist, or comes too late. */
export function strayWord(word: string, commands: readonly string[]): UserError {
  return commands.includes(word)
    ? usage('the command comes first', word, `write npx gmx-sim ${word}, then its options`)
    : usage('there is no such command', word, `write ${commands.join(' or ')}, or ${HELP}`)
}

/** Processes that share nothing but a port would each count for itself. */
export function workersWithoutStore(count: number): UserError {
  return usage(
    'several workers need a store',
    `--workers ${count} without --store`,
    'write --store redis://127.0.0.1:6379/0 too, or leave --workers out: one process answers as fast as node:http',
  )
}

function usage(what: string, seen: string, hint: string): UserError {
  return new UserError(what, seen, hint, 2)
}
