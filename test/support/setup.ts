/** Set-up of every test file. */
import fc from 'fast-check'
import { afterAll } from 'vitest'
import { PATIENCE_MS } from './patience.js'
import { freePrices } from './prices.js'
import { SEED, samples } from './runs.js'

// A property that exceeds its time fails and stops, instead of running on during later tests.
fc.configureGlobal({
  numRuns: samples(100),
  ...(SEED !== undefined && { seed: SEED }),
  interruptAfterTimeLimit: 2 * PATIENCE_MS,
  markInterruptAsFailure: true,
})

// Files share a process, and so the memory of the price kernel.
afterAll(freePrices)
