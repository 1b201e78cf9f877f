/** Set-up of every test file. */
import fc from 'fast-check'
import { PATIENCE_MS } from './patience.js'

// A property that exceeds its time fails and stops, instead of running on during later tests.
fc.configureGlobal({ interruptAfterTimeLimit: 2 * PATIENCE_MS, markInterruptAsFailure: true })
