/** Commander's errors as usage errors. */
import type { Command, CommanderError } from 'commander'
import { UserError } from '../../kit/errors.js'
import { commandLine } from '../../kit/text/words.js'
import { nearest } from '../../scenario/read/hints.js'

const HELP = `see ${commandLine('--help')}`

export function throwUserErrors(main: Command): void {
  for (const command of [main, ...main.commands.flatMap((each) => [each, ...each.commands])])
    command.showSuggestionAfterError(false).exitOverride((error) => {
      throw error.exitCode === 0 ? error : toUserError(error, command)
    })
}

function toUserError({ code, message }: CommanderError, command: Command): UserError {
  const { args, options, registeredArguments } = command
  switch (code) {
    case 'commander.unknownOption': {
      const flag = args.find((arg) => /^-./.test(arg)) ?? ''
      const known = options.flatMap(({ long }) => long ?? [])
      const meant = nearest(flag.split('=')[0]!, known)
      const help = `see ${commandLine(command.name(), '--help')}`
      return new UserError('unknown option', flag, meant ? `did you mean ${meant}? Or ${help}` : help)
    }
    case 'commander.optionMissingArgument': {
      const option = options.find(({ flags }) => message.includes(`'${flags}'`))
      return new UserError(`${option?.long} needs a value`, 'no value given', `write ${option?.flags}`)
    }
    case 'commander.missingArgument': {
      const missing = registeredArguments.find(({ required }, index) => required && args[index] === undefined)
      const name = missing?.name() ?? ''
      const what = `${command.name()} needs ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
      return new UserError(what, 'none given', `write ${missing?.description}`)
    }
    case 'commander.excessArguments': {
      const names = registeredArguments.map((argument) => `one ${argument.name()}`).join(' and ')
      const extra = args.slice(registeredArguments.length).join(' ')
      return new UserError(
        `${command.name()} takes ${names || 'no arguments'}`,
        `${args.length} given`,
        names === '' ? `omit ${extra}` : `omit ${extra}, or quote an argument that contains spaces or &`,
      )
    }
    case 'commander.help':
      return new UserError('no help available', 'not a command', HELP)
    default:
      return new UserError('the command line cannot be read', message, HELP)
  }
}

/** An argument of `serve`, which takes options only: an unknown command, or one after the options. */
export function strayWord(word: string, main: Command): UserError {
  const commands = main.commands.map((command) => command.name())
  if (commands.includes(word))
    return new UserError('the command comes first', word, `write ${commandLine(word)}, then its options`)
  const meant = nearest(word, commands)
  return new UserError(
    'unknown command',
    word,
    meant === undefined ? `write ${commands.join(', ')}, or ${HELP}` : `did you mean ${meant}? Or ${HELP}`,
  )
}
