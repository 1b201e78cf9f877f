import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

/** Asks `requests` times and lets `gapMs` of virtual time pass after each. */
const askOften = async (url: string, requests: number, sleep: () => void): Promise<number[]> => {
  const statuses: number[] = []
  for (let n = 0; n < requests; n++) {
    statuses.push((await fetch(url)).status)
    sleep()
  }
  return statuses
}

test('token bucket: 20 at once are let through, the others wait for the next token', async () => {
  const { bases, pass, counts } = await play('token-bucket')
  const statuses = await askOften(`${bases.primary}/ping`, 25, () => {})
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)])
  pass('300ms')
  expect(await askOften(`${bases.primary}/ping`, 5, () => {})).toEqual([200, 200, 200, 429, 429])
  expect(counts()).toEqual({ 'primary 200': 23, 'primary 429 bucket': 7 })
})

test('token bucket: a client that paces itself never meets the limit', async () => {
  const { bases, pass, counts } = await play('token-bucket')
  await askOften(`${bases.primary}/ping`, 60, () => pass('100ms'))
  expect(counts()).toEqual({ 'primary 200': 60 })
})

test('token bucket: a client that does not is back as soon as Retry-After says', async () => {
  const { bases, client, counts } = await play('token-bucket')
  await askOften(`${bases.primary}/ping`, 20, () => {})
  expect((await client()('/prices/tickers')).tries).toEqual(['primary 429', 'primary 200'])
  expect(counts()).toEqual({ 'primary 200': 21, 'primary 429 bucket': 1 })
})
