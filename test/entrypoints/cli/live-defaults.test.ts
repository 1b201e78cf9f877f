/** Defaults of commands that answer as the live hosts. */
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { dialectsInWords } from '../../../src/entrypoints/cli/rehearse.js'
import { addServe } from '../../../src/entrypoints/cli/serve-command.js'
import { LIVE_DEFAULTS, readSettings, type Settings } from '../../../src/server/config/resolve.js'

async function served(...args: readonly string[]): Promise<Settings> {
  const all: Settings[] = []
  const main = new Command()
  addServe(main, async (settings) => void all.push(settings))
  await main.parseAsync(args, { from: 'user' })
  return all[0]
}

test('serve: the observed dialect with --intercept, unless another one is given', async () => {
  expect((await served('serve')).dialect).toBe('documented')
  const intercepting = await served('serve', '--intercept')
  expect([intercepting.dialect, intercepting.given.has('dialect')]).toEqual(['observed', false])
  expect((await served('serve', '--intercept', '--dialect', 'documented')).dialect).toBe('documented')
})

test('a flag and the environment take precedence over the usual value', () => {
  const dialectOf = (typed: object, environment: Record<string, string>) =>
    readSettings(typed, environment, undefined, LIVE_DEFAULTS).dialect
  expect(dialectOf({}, {})).toBe('observed')
  expect(dialectOf({}, { GMX_SIM_DIALECT: 'documented' })).toBe('documented')
  expect(dialectOf({ dialect: 'documented' }, {})).toBe('documented')
})

test('an intercepting rehearsal names the dialect of each scenario', () => {
  const plain = { name: 'outage', scenario: {} }
  const own = { name: 'old', scenario: { dialect: 'documented' } } as const
  expect(dialectsInWords([plain, plain], 'observed')).toBe(
    'the live hosts are answered in the observed dialect',
  )
  expect(dialectsInWords([plain, own], 'observed')).toBe(
    'the live hosts are answered in the observed dialect in outage; documented dialect in old',
  )
})
