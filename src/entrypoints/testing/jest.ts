/**
 * For Jest, with tests as ES modules or CommonJS: the environment `testEnvironment: 'gmx-sim/jest'` gives each test a session as the
 * global `sim`, and `expect` the matchers.
 */
import '../../kit/supported-node.js'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Simulator, SimulatorSession } from './api.js'
import { appendJournal, sessionIdFor } from './journal.js'
import { matchers, type SimulatorMatchers } from './matchers.js'
import { startSimulator } from './start.js'
import type { SessionOptions, SimulatorOptions } from './start-options.js'

declare global {
  /** A session named after the running test. A failed test's error includes its journal. */
  var sim: SimulatorSession
  /** Shared by all tests of the file. */
  var simulator: Simulator
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: interfaces merge only with the same parameters.
    interface Matchers<R, T = {}> extends SimulatorMatchers<R> {}
  }
}

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends SimulatorMatchers<R> {}
}

interface EnvironmentConfig {
  readonly projectConfig: {
    readonly rootDir: string
    /** Of the configuration, or of a file in its `@jest-environment-options`. */
    readonly testEnvironmentOptions: {
      readonly simulatorOptions?: SimulatorOptions
      readonly simOptions?: SessionOptions
    }
  }
}

/** An event of Jest's runner, as far as needed: the package is declared without Jest. */
type TestEvent =
  | { readonly name: 'setup'; readonly runtimeGlobals: { expect: { extend(more: object): void } } }
  | { readonly name: 'test_started' | 'test_done'; readonly test: { name: string; errors: unknown[] } }

/** Dependencies of Jest down to its environment, which a project need not depend on itself. */
const TO_ENVIRONMENT = ['jest', '@jest/core', 'jest-config', 'jest-environment-node']

// biome-ignore lint/style/noDefaultExport: Jest takes no other.
export default class {
  constructor(config: EnvironmentConfig, context: unknown) {
    const { rootDir, testEnvironmentOptions } = config.projectConfig
    const { simulatorOptions, simOptions } = testEnvironmentOptions
    const path = TO_ENVIRONMENT.reduce(
      (from, name) => createRequire(from).resolve(name),
      join(rootDir, 'jest.config.js'),
    )
    const { TestEnvironment } = createRequire(path)(path)
    const environment = new TestEnvironment(config, context)
    const { global, setup, teardown } = environment
    let simulator: Simulator
    let sim: SimulatorSession | undefined
    // biome-ignore lint/correctness/noConstructorReturn: extends a class that is known only here.
    return Object.assign(environment, {
      async setup() {
        await setup.call(environment)
        simulator = await startSimulator(simulatorOptions)
        global.simulator = simulator
      },
      async teardown() {
        await simulator?.stop()
        await teardown.call(environment)
      },
      async handleTestEvent(event: TestEvent) {
        if (event.name === 'setup') event.runtimeGlobals.expect.extend(matchers)
        // Skipped tests do not start.
        if (event.name === 'test_started') {
          sim = undefined
          try {
            sim = await simulator.session({ id: sessionIdFor(event.test.name), ...simOptions })
          } catch (error) {
            // A rejection here would end the whole file.
            event.test.errors.push(error)
          }
          global.sim = sim
        }
        if (event.name !== 'test_done' || sim === undefined) return
        // An error may be a pair: what was thrown, and the place of the test.
        const errors = [event.test.errors.at(-1)].flat() as readonly (Partial<Error> | undefined)[]
        const error = errors.find((one) => typeof one?.message === 'string')
        if (error !== undefined) appendJournal(error as Error, sim)
        await sim.stop()
      },
    })
  }
}
