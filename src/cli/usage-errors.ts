/** Commander's errors as usage errors. */
import type { Command, CommanderError } from 'commander'
import { UserError } from '../core/errors.js'
import { nearest } from '../scenario/read/hints.js'

const HELP = 'see npx gmx-sim --help'

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
      const meant = nearest(
        flag,
        options.flatMap(({ long }) => long ?? []),
      )
      return new UserError('there is no such option', flag, meant ? `write ${meant}, or ${HELP}` : HELP)
    }
    case 'commander.optionMissingArgument': {
      const option = options.find(({ flags }) => message.includes(`'${flags}'`))
      return new UserError(`${option?.long} needs a value`, 'no value given', `write ${option?.flags}`)
    }
    case 'commander.missingArgument': {
      const missing = registeredArguments.find(({ required }, index) => required && args[index] === undefined)
      const name = missing?.name() ?? ''
      const what = `${command.name()} needs ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
      return new UserError(what, 'none is given', `write ${missing?.description}`)
    }
    case 'commander.excessArguments': {
      const most =
        registeredArguments.map((argument) => `one ${argument.name()}`).join(' and ') || 'nothing more'
      return new UserError(`${command.name()} takes ${most}`, `${args.length} given`, 'put it in quotes')
    }
    case 'commander.help':
      return new UserError('there is no help on that', 'it is not a command', HELP)
    default:
      return new UserError('the command line cannot be read', message, HELP)
  }
}

/** An argument of `serve`, which takes options only: an unknown or a late command. */
export function strayWord(word: string, commands: readonly string[]): UserError {
  return commands.includes(word)
    ? new UserError('the command comes first', word, `write npx gmx-sim ${word}, then its options`)
    : new UserError('there is no such command', word, `write ${commands.join(' or ')}, or ${HELP}`)
}
