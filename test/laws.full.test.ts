/** Laws that the fast lane samples, swept. */
import { afterAll, describe } from 'vitest'
import { freePrices } from './support/prices.js'

describe.each([
  ['replies', () => import('./coherence.test.js')],
  ['both generations', () => import('./coherence-generations.test.js')],
  ['the observed dialect', () => import('./coherence-observed.test.js')],
  ['given prices, events and faults', () => import('./coherence-prices.test.js')],
  ['text of candles', () => import('./api/endpoints/candles-json.test.js')],
  ['prices', () => import('./market/price/laws.test.js')],
  ['given prices', () => import('./market/price/paths.test.js')],
  ['places in catalogues', () => import('./scenario/custom-catalogue/places.test.js')],
  ['events', () => import('./scenario/events.test.js')],
  ['reasons', () => import('./server/control/reasons.test.js')],
  ['changes of a journal', () => import('./session/journal/changes.test.js')],
  ['snapshots', () => import('./session/snapshots.test.js')],
] as const)('swept: %s', async (_name, suite) => {
  afterAll(freePrices)
  await suite()
})
