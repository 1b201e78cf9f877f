/**
 * For vitest: `setup` for `globalSetup`, `test` with a `sim`, and `expect` with the simulator's matchers.
 *
 *   setup: one server for the whole run, for what runs elsewhere   code that reads the environment, a browser, a child
 *   test:  a simulator in the test's own process, a session each   clock, journal and fake timers at hand, at once
 */
import '../../kit/supported-node.js'
import type { ExpectStatic, TestAPI } from 'vitest'
import type { TestProject } from 'vitest/node'
import type { BaseUrls } from '../../market/catalogue/base-urls.js'
import type { Simulator, SimulatorSession } from './api.js'
import { appendJournal, sessionIdFor } from './journal.js'
import { matchers, type SimulatorMatchers } from './matchers.js'
import { startSimulator } from './start.js'
import type { SessionOptions, SimulatorOptions } from './start-options.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the server started by `setup`: `inject('gmxSim').baseUrls.arbitrum.primary`. */
    gmxSim: { readonly url: string; readonly baseUrls: BaseUrls }
  }
}

declare global {
  namespace Chai {
    /** Part of what `expect` returns in every vitest; the type parameters of its own interfaces depend on the version. */
    interface Assertion extends SimulatorMatchers {}
  }
}

/** `setup` with options: `export const setup = setupWith({ scenario: 'outage.yaml' })`. */
export function setupWith(options: SimulatorOptions = {}) {
  return async ({ provide }: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> => {
    const { url, baseUrls, env, stop } = await startSimulator(options)
    provide('gmxSim', { url, baseUrls })
    Object.assign(process.env, env)
    return async () => {
      for (const name of Object.keys(env)) delete process.env[name]
      await stop()
    }
  }
}

/**
 * `globalSetup: ['gmx-sim/vitest']` starts one server for the run, provides its addresses to `inject('gmxSim')` and sets
 * GMX_SIM_URL, GMX_SIM_ARBITRUM_URL, GMX_SIM_ARBITRUM_FALLBACK_URL and so on for code that reads them.
 */
export const setup = setupWith()

interface Fixtures {
  /** Options of the file's simulator: `test.extend({ simulatorOptions: … })`. */
  simulatorOptions: SimulatorOptions
  /** Shared by all tests of a file, started on first use. */
  simulator: Simulator
  /** Session options of each test: `test.extend({ simOptions: { scenario: … } })`. */
  simOptions: SessionOptions
  /** A session named after the test. A failed test's error includes its journal. */
  sim: SimulatorSession
}

type Vitest = typeof import('vitest')

/** vitest loads this file for `setup`, too, where it has no tests and cannot be imported (3) or extended (4). */
async function whereTestsRun<Value extends object>(make: (vitest: Vitest) => Value): Promise<Value> {
  try {
    return make(await import('vitest'))
  } catch (error) {
    const fail = () => {
      throw error
    }
    // Not a thenable.
    const get = (_target: object, name: string | symbol) => (name === 'then' ? undefined : fail())
    return new Proxy<Value>(fail as unknown as Value, { get, apply: fail })
  }
}

export const test: TestAPI<Fixtures> = await whereTestsRun((vitest) =>
  vitest.test.extend<Fixtures>({
    simulatorOptions: [{}, { scope: 'file' }],
    simulator: [
      async ({ simulatorOptions }, use) => {
        const simulator = await startSimulator(simulatorOptions)
        await use(simulator)
        await simulator.stop()
      },
      { scope: 'file' },
    ],
    simOptions: {},
    sim: async ({ simulator, simOptions, task }, use) => {
      const sim = await simulator.session({ id: sessionIdFor(task.name), ...simOptions })
      await use(sim)
      const error = task.result?.errors?.at(-1)
      if (task.result?.state === 'fail' && error !== undefined) appendJournal(error, sim)
      await sim.stop()
    },
  }),
)
export const it = test

export const expect: ExpectStatic = await whereTestsRun(({ expect }) => {
  expect.extend(matchers)
  return expect
})
