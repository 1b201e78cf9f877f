/** A port that listens and accepts nothing. */
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { fillBacklog } from '../../../src/server/http/full-backlog.js'
import { freePort } from '../../support/free-port.js'

test('is full until it is released, when the port is free again', async () => {
  const port = await freePort()
  const { release } = await fillBacklog('127.0.0.1', port)
  const late = connect({ host: '127.0.0.1', port }).on('error', () => {})
  await expect(fillBacklog('127.0.0.1', port)).rejects.toThrow('EADDRINUSE')
  expect(late.connecting).toBe(true)
  late.destroy()
  await release()
  const again = await fillBacklog('127.0.0.1', port)
  await again.release()
})
