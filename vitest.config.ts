import { defineConfig } from 'vitest/config'
import { ClosingLine } from './test/support/closing-line.js'
import { TEST_MS } from './test/support/patience.js'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: ['test/support/setup.ts'],
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    // Loading the sources anew for each file takes as long as all tests do. So files leave nothing behind: what they start
    // they stop, what they fake they undo.
    isolate: false,
    // Vitest leaves one core free by default: on two cores that is half of them.
    maxWorkers: '100%',
    reporters: ['default', new ClosingLine()],
  },
})
