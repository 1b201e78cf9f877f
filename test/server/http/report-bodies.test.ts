/** Bodies of reports that fail, stall or do not end: nothing waits for them for ever, and no client can keep the server reading. */
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createLocalFetch } from '../../../src/server/http/local/fetch.js'
import { oneSimulator } from '../../support/one-simulator.js'
import { load, oneRule } from '../../support/scenario.js'
import { until } from '../../support/until.js'

const MIB = 1 << 20
const PATH = '/arbitrum/report/ui/batch_report'

const { simulator } = oneSimulator()
const entries = () => simulator().session.journal.entries()

describe('in process, a body', () => {
  const sent = async (body: ReadableStream, signal?: AbortSignal) => {
    const init = { method: 'POST', body, duplex: 'half', ...(signal && { signal }) }
    const fetch = createLocalFetch(simulator(), simulator().session, simulator().url)
    return fetch(PATH, init as RequestInit)
  }

  test('that fails rejects the fetch with its error', async () => {
    const broken = new ReadableStream({ pull: (body) => body.error(new Error('disk gone')) })
    await expect(sent(broken)).rejects.toThrow('disk gone')
    await until(() => expect(entries()).toMatchObject([{ ms: null, goneMs: expect.any(Number) }]))
  })

  test.each(['in the middle of it', 'before it'])(
    'is cancelled when the fetch is aborted %s',
    async (when) => {
      const abort = new AbortController()
      let cancelled: unknown
      const endless = new ReadableStream({
        pull(body) {
          body.enqueue(new Uint8Array(10))
          if (when === 'in the middle of it') setImmediate(() => abort.abort(new Error('enough')))
          return new Promise(() => {})
        },
        cancel(reason) {
          cancelled = reason
        },
      })
      if (when === 'before it') abort.abort(new Error('enough'))
      const asking = sent(endless, abort.signal)
      await expect(asking).rejects.toThrow('enough')
      await until(() => expect(cancelled).toEqual(new Error('enough')))
    },
  )

  test('of more than 1 MiB is not read to its end', async () => {
    let pulled = 0
    const endless = new ReadableStream({
      pull(body) {
        pulled++
        body.enqueue(new Uint8Array(MIB / 2))
      },
    })
    expect((await sent(endless)).status).toBe(413)
    expect(pulled).toBeLessThan(8)
  })
})

test.each([
  ['10 bytes', 10, false],
  ['2 MiB', 2 * MIB, false],
  ['2 MiB in chunks', 2 * MIB, true],
])('a client that is held after %s is seen to go away', async (_name, size, isChunked) => {
  load(simulator().session, oneRule({ hang: true }, { match: { endpoint: 'batch-report' } }))
  const headers = isChunked ? {} : { 'content-length': String(size) }
  const asking = request(`${simulator().url}${PATH}`, { method: 'POST', headers })
  asking.on('error', () => {})
  asking.end(Buffer.alloc(size, 'a'))
  await until(() => expect(entries()).toMatchObject([{ rule: 'r', ms: null }]))
  asking.destroy()
  await until(() => expect(entries()[0]).toMatchObject({ ms: expect.any(Number) }))
})

test.each([
  ['says that it is endless', {}],
  ['announces 1 GiB', { 'content-length': String(1 << 30) }],
])('a client that %s gets 413 and is cut off within a few MiB', async (_name, headers) => {
  const asking = request(`${simulator().url}${PATH}`, {
    method: 'POST',
    headers: headers as Record<string, string>,
  })
  let status: number | undefined
  asking.on('response', (reply) => {
    status = reply.resume().on('error', () => {}).statusCode
  })
  let sentBytes = 0
  const part = Buffer.alloc(MIB / 4, 'a')
  const send = (): void => {
    if (asking.destroyed || sentBytes > 512 * MIB) return
    sentBytes += part.length
    asking.write(part, (error) => (error ? undefined : setImmediate(send)))
  }
  send()
  await new Promise<void>((resolve) => {
    asking.on('error', () => resolve()).on('close', () => resolve())
  })
  expect(status).toBe(413)
  // Bytes in the buffers of the system count as sent.
  expect(sentBytes).toBeLessThan(64 * MIB)
})
