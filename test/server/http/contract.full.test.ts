/** The whole contract by three replicas behind a load balancer: heads and bytes are those of one server. */
import { describe, expect, test } from 'vitest'
import { hasProgram, hasStore } from '../../support/redis.js'
import { startReplicas } from '../../support/replicas.js'
import { startTestSimulator } from '../../support/simulator.js'
import { askBySocket, contractSuite, isShort, type Seen, type Way } from './contract-suite.js'

async function alone(): Promise<Way> {
  const { url, stop } = await startTestSimulator()
  return { ask: (asked) => askBySocket(url, asked), stop }
}

/** Three replicas over a store, behind a load balancer: each question goes to each of them. */
async function balanced(): Promise<Way> {
  const { url, stop } = await startReplicas(3)
  return { ask: (asked) => askBySocket(url, asked), stop }
}

describe.runIf(hasStore() && hasProgram('haproxy', '-v'))('three replicas', () => {
  const seen: (readonly Seen[])[] = []
  describe('one server', () => void seen.push(contractSuite(alone, 1)))
  describe('three replicas', () => void seen.push(contractSuite(balanced, 3)))

  test('give the same heads and bytes', () => {
    const [first, second] = seen
    expect(first.length).toBeGreaterThan(200)
    expect(second.filter(isShort)).toEqual(first.filter(isShort))
  })
})
