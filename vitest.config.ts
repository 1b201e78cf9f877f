import { defineConfig } from 'vitest/config'
import { ClosingLine } from './test/support/closing-line.js'
import { TEST_MS } from './test/support/patience.js'

const FULL = 'test/**/*.full.test.ts'
const NONE_OF_OURS = '**/node_modules/**'

export default defineConfig({
  test: {
    setupFiles: ['test/support/setup.ts'],
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    // Loading the sources anew for each file takes as long as all tests do. So files leave nothing behind: what they start
    // they stop, what they fake they undo.
    isolate: false,
    // Vitest leaves one core free by default: on two cores that is half of them.
    maxWorkers: '100%',
    reporters: ['default', new ClosingLine()],
    projects: [
      {
        extends: true,
        test: { name: 'fast', include: ['test/**/*.test.ts'], exclude: [NONE_OF_OURS, FULL] },
      },
      {
        extends: true,
        test: {
          name: 'full',
          include: [FULL],
          exclude: [NONE_OF_OURS],
          globalSetup: 'test/support/global-setup.ts',
          // After the fast lane: a worker that changes lanes loads the sources anew.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
