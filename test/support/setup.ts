/** What holds in every test file. */
import fc from 'fast-check'
import { PATIENCE_MS } from './patience.js'

// A property that takes too long fails and stops, instead of going on beside the tests that follow.
fc.configureGlobal({ interruptAfterTimeLimit: 2 * PATIENCE_MS, markInterruptAsFailure: true })
