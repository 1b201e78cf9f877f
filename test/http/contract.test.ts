/** The whole contract, each way there is to be served; the bytes must be the same. */
import { describe, expect, test } from 'vitest'
import { createHttpApp } from '../../src/http/app.js'
import { listen } from '../../src/http/listen.js'
import { createApp } from '../../src/testing/app.js'
import { serveCli } from '../support/cli.js'
import { createTestSimulator, startTestSimulator } from '../support/simulator.js'
import { contractSuite, type Way } from './contract-suite.js'

/** Express alone: no finished reply is ever kept. */
async function startWithoutMemo(): Promise<Way> {
  const { memo: _, ...context } = (await createTestSimulator()).context
  const { origin, close } = await listen(createHttpApp(context), '127.0.0.1', 0)
  return { url: origin, stop: close }
}

async function startMounted(): Promise<Way> {
  const app = createApp({ clock: { at: '2026-03-01T12:00:07.450Z' } })
  const { origin, close } = await listen(app, '127.0.0.1', 0)
  return { url: origin, stop: close }
}

async function startWorkers(): Promise<Way> {
  const { ready, stop } = await serveCli([
    '--workers',
    '2',
    '--clock',
    'frozen',
    '--at',
    '2026-03-01T12:00:07.450Z',
  ])
  return { url: ready.url, stop: () => stop() }
}

// Twice: the second of two same questions is what the memo answers. Two processes are asked in turn: they get it thrice.
const WAYS = [
  ['as it is served', () => startTestSimulator(), 2],
  ['without the memo', startWithoutMemo, 1],
  ['as an app that somebody mounts', startMounted, 1],
  ['by two processes', startWorkers, 3],
] as const
const seen = WAYS.map(([name, start, times]) => {
  let all: ReturnType<typeof contractSuite> = []
  describe(name, () => {
    all = contractSuite(start, times)
  })
  return () => all
})

test('every way gave the same heads and bytes', () => {
  const [first, ...others] = seen.map((all) => all())
  expect(first.length).toBeGreaterThan(200)
  for (const other of others) expect(other).toEqual(first)
})
