/** Options of the command line and of code, and rows that `verify` is given. */
import fc from 'fast-check'
import { UserError } from '../../../src/kit/errors.js'
import { loadCatalogue } from '../../../src/market/catalogue/load.js'
import { NETWORKS } from '../../../src/market/catalogue/networks.js'
import { faultsOf, signedRow } from '../../../src/market/oracle/verify.js'
import { readSettings } from '../../../src/server/config/resolve.js'
import { OPTIONS } from '../../../src/server/config/schema.js'
import { ask } from '../../../test/support/ask.js'
import { createTestSimulator } from '../../../test/support/simulator.js'
import { defineTarget, hold } from '../target.js'
import { anyOddText, changed } from '../words.js'

const anyTyped = fc.dictionary(fc.constantFrom(...Object.keys(OPTIONS)), anyOddText, { maxKeys: 3 })

export const options = defineTarget<{ typed: Record<string, string>; variables: Record<string, string> }>({
  name: 'options',
  inputs: fc.record({
    typed: anyTyped,
    variables: fc.dictionary(
      fc.constantFrom(
        ...Object.keys(OPTIONS).map((name) => `GMX_SIM_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`),
      ),
      anyOddText,
      { maxKeys: 2 },
    ),
  }),
  attack({ typed, variables }) {
    try {
      readSettings(typed, variables)
    } catch (error) {
      hold(error instanceof UserError && error.exitCode === 2, 'a wrong option is told', [
        typed,
        variables,
        String((error as Error).stack),
      ])
      hold(!error.message.includes('\n'), 'in one line', error.message)
    }
  },
})

const { session } = await createTestSimulator()
const { signedPrices: rows } = await ask<{ signedPrices: unknown[] }>(session, 'botanix', 'signed-prices')
const networks = NETWORKS.map((name) => loadCatalogue().networks[name])

export const signedRows = defineTarget<unknown>({
  name: 'signed-rows',
  inputs: changed(rows),
  attack(row) {
    const parsed = signedRow.safeParse(row)
    if (!parsed.success) return
    const problems = faultsOf(parsed.data, networks)
    hold(
      problems.every((problem) => typeof problem === 'string'),
      'problems are words',
      problems,
    )
  },
})
