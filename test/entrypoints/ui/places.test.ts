/** Addresses derived from the location of the page. */
import { expect, test } from 'vitest'
import { pageOf, pagePathsOf } from '../../../src/entrypoints/ui/paths.js'

test.each([
  ['/__sim/ui/', { server: '/', below: '/', session: null }],
  ['/__sim/ui', { server: '/', below: '/', session: null }],
  ['/s/mine/__sim/ui/', { server: '/', below: '/s/mine/', session: 'mine' }],
  ['/prices/of/mine/__sim/ui/', { server: '/prices/of/mine/', below: '/prices/of/mine/', session: null }],
  ['/prices/s/mine/__sim/ui/', { server: '/prices/', below: '/prices/s/mine/', session: 'mine' }],
])('the page at %s', (pathname, place) => {
  expect(pagePathsOf(pathname)).toEqual(place)
})

test('the page of another session is on the same server, below the same prefix', () => {
  const place = pagePathsOf('/prices/s/mine/__sim/ui/')
  expect(pageOf(place, 'other')).toBe('/prices/s/other/__sim/ui/')
  expect(pageOf(place, null)).toBe('/prices/__sim/ui/')
})
