/** Counts of the hosts that proxies refused or passed on. */
import { expect, test } from 'vitest'
import { countHost } from '../../../src/server/http/intercept/proxy.js'

test('hosts beyond a thousand share one line', () => {
  const hosts = new Map<string, number>()
  for (let index = 0; index < 1003; index++) countHost(hosts, `host-${index}`)
  countHost(hosts, 'host-0')
  expect(hosts.size).toBe(1001)
  expect([hosts.get('host-0'), hosts.get('(other hosts)')]).toEqual([2, 3])
})
