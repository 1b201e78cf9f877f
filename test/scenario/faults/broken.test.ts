/** The faults that break replies, byte by byte. */
import { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { seenBySocket } from '../../support/clients.js'
import { load, oneRule, type Written } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'

let simulator: RunningSimulator
let whole: string
beforeAll(async () => {
  simulator = await startTestSimulator()
  whole = await (await fetch(`${simulator.url}/arbitrum/tokens`)).text()
})
afterAll(() => simulator.stop())

const under = (fault: Written, path = '/arbitrum/tokens', method = 'GET') => {
  load(simulator.session, oneRule(fault))
  return seenBySocket(`${simulator.url}${path}`, { method, headers: ['connection: close'] })
}
const lengthOf = (head: string) => Number(/content-length: (\d+)/.exec(head)?.[1])

describe('truncate', () => {
  test.each([0, 0.25, 0.999])(
    '%d: Content-Length is of the whole body, of which that share is sent',
    async (truncate) => {
      const { head, body, end } = await under({ truncate })
      expect(lengthOf(head)).toBe(whole.length)
      expect(body).toBe(whole.slice(0, Math.floor(whole.length * truncate)))
      expect(end).toBe('FIN')
    },
  )
})

test('reset: body sends half of the announced body, then RST', async () => {
  const { head, body, end } = await under({ reset: 'body' })
  expect(lengthOf(head)).toBe(whole.length)
  expect(body).toBe(whole.slice(0, Math.ceil(whole.length / 2)))
  expect(end).toBe('RST')
})

test('reset: body is a reset, too, where the process was busy since it sent the half', async () => {
  load(simulator.session, oneRule({ reset: 'body' }))
  const { write } = ServerResponse.prototype
  vi.spyOn(ServerResponse.prototype, 'write').mockImplementation(function (this: ServerResponse, part) {
    const isMore = write.call(this, part, 'utf8')
    // While the reset waits for the half to arrive.
    queueMicrotask(() => blockFor(100))
    return isMore
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const reading = fetch(`${simulator.url}/arbitrum/tokens`).then((reply) => reply.text())
  await expect(reading).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
})

/** Holds up the event loop. */
function blockFor(ms: number): void {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}

describe('malformed', () => {
  test('json: text that breaks off, of exactly the length that is promised; the shortest reply, too', async () => {
    const { head, body } = await under({ malformed: 'json' })
    expect(lengthOf(head)).toBe(body.length)
    expect(body.length).toBeLessThan(whole.length)
    expect(whole.startsWith(body)).toBe(true)
    expect(head).toContain('content-type: application/json')
    expect((await under({ malformed: 'json' }, '/arbitrum/ping')).body).toBe('{"ok":')
  })

  test('chunk: half of the body in a valid chunk, then a chunk with an invalid size', async () => {
    const { head, body } = await under({ malformed: 'chunk' })
    expect(head).toContain('transfer-encoding: chunked')
    expect(head).not.toContain('content-length')
    const half = Math.ceil(whole.length / 2)
    expect(body).toBe(`${half.toString(16)}\r\n${whole.slice(0, half)}\r\nxyz\r\n`)
  })

  test.each(['json', 'html', 'garbage', 'chunk', 'encoding'])(
    '%s: an error is sent as it is, and no rule is announced',
    async (malformed) => {
      const { head, body } = await under({ malformed }, '/arbitrum/prices/candles')
      expect(head).toContain('http/1.1 400 ')
      expect(head).not.toContain('x-gmx-sim-rule: ')
      expect(Object.keys(JSON.parse(body))).toEqual(['errors'])
      expect(simulator.session.journal.entries().at(-1)).toMatchObject({ status: 400, outcome: 'unchanged' })
    },
  )
})
