import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification, type Vite } from 'vitest/node'
import { ClosingLine } from './test/support/closing-line.js'
import { SKIPPED } from './test/support/needs.js'
import { FULL_TEST_MS, TEST_MS } from './test/support/patience.js'
import { embeddedKernel } from './tools/kernel/compile.js'

const FULL = 'test/**/*.full.test.ts'
const REPLICAS = 'test/**/*.replicas.test.ts'
const NONE_OF_OURS = '**/node_modules/**'
const TEMPORARY = 'test/support/temporary.ts'
const BUILD = 'test/support/global-setup.ts'

/** Begins with the tests of the repository and the package as a whole, which take the longest; the rest by size, as usual. */
class WholeFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isPart = ({ moduleId }: TestSpecification) =>
      Number(!/\/test\/((package|examples)\/)?[^/]+$/.test(moduleId))
    return (await super.sort(files)).sort((a, b) => isPart(a) - isPart(b))
  }
}

/** Tests of the full lanes wait for programs and for time to pass more than they compute. */
const WAITING_WORKERS = availableParallelism() + 4

/** The module that holds the kernel changes with other files than its own. */
const uncachedKernel: Vite.Plugin = {
  name: 'uncached-kernel',
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
    define(({ id }) => (id.endsWith('/kernel-module.ts') ? false : undefined)),
}

/** Prices are computed in WebAssembly, three times as fast as the same kernel from its source. */
const LIKE_THE_PACKAGE = { extends: true as const, plugins: [embeddedKernel, uncachedKernel] }

export default defineConfig({
  test: {
    setupFiles: ['test/support/setup.ts'],
    // What one lane has transformed, the next one and the next run read.
    experimental: { fsModuleCache: true },
    testTimeout: FULL_TEST_MS,
    hookTimeout: FULL_TEST_MS,
    // Loading the sources anew for each file doubles the CPU time of the fast lane. So files leave nothing behind: what they
    // start they stop, what they fake they undo.
    isolate: false,
    // Summed up at the end instead.
    onConsoleLog: (log) => !log.startsWith(SKIPPED),
    reporters: ['default', new ClosingLine()],
    sequence: { sequencer: WholeFirst },
    projects: [
      {
        ...LIKE_THE_PACKAGE,
        test: {
          name: 'fast',
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
          include: ['test/**/*.test.ts'],
          exclude: [NONE_OF_OURS, FULL, REPLICAS],
          globalSetup: TEMPORARY,
          // A seventh of its time is spent waiting for sockets.
          maxWorkers: availableParallelism() + 1,
          // Few samples of each law, of which the full lane draws more.
          env: { GMX_SIM_TEST_SHARE: '0.15' },
        },
      },
      {
        ...LIKE_THE_PACKAGE,
        test: {
          name: 'full',
          include: [FULL],
          exclude: [NONE_OF_OURS],
          globalSetup: [TEMPORARY, BUILD],
          maxWorkers: WAITING_WORKERS,
          // Seeds are fixed, so further samples are the same in each run; GMX_SIM_TEST_RUNS draws others.
          env: { GMX_SIM_TEST_SHARE: '0.35' },
          // After the fast lane: a worker that changes lanes loads the sources anew.
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...LIKE_THE_PACKAGE,
        test: {
          name: 'replicas',
          include: [REPLICAS],
          exclude: [NONE_OF_OURS],
          globalSetup: [TEMPORARY, BUILD],
          maxWorkers: WAITING_WORKERS,
          env: { GMX_SIM_TEST_REPLICAS: '1' },
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
