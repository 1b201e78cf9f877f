import { defineConfig } from 'vitest/config'
import { ClosingLine } from './test/support/closing-line.js'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    exclude: ['**/node_modules/**'],
    // Vitest leaves one core free by default: on two cores that is half of them.
    maxWorkers: '100%',
    reporters: ['default', new ClosingLine()],
  },
})
