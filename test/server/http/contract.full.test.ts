/** Three replicas behind a load balancer give the heads and bytes of one server. */
import { expect, test } from 'vitest'
import { hasProgram, hasStore } from '../../support/redis.js'
import { startReplicas } from '../../support/replicas.js'
import { startTestSimulator } from '../../support/simulator.js'
import { askBySocket, QUESTIONS } from './contract-questions.js'

test.runIf(hasStore() && hasProgram('haproxy', '-v'))('three replicas answer like one server', async () => {
  const one = await startTestSimulator()
  const three = await startReplicas(3)
  try {
    for (const asked of QUESTIONS) {
      const expected = await askBySocket(one.url, asked)
      // The balancer sends each request to the next replica.
      expect(await askBySocket(three.url, asked), `${asked.method} ${asked.path}`).toEqual(expected)
    }
  } finally {
    await Promise.all([one.stop(), three.stop()])
  }
})
