import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { runMain } from '../support/in-process-cli.js'

async function comparedWith(listener: RequestListener, ...args: string[]) {
  const server = createServer(listener)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}/x`
  return runMain(['compare', address, '--network', 'botanix', '--rate', '100', ...args])
}

test('a source that never answers is abandoned after --timeout', async () => {
  const { code, stderr } = await comparedWith(() => {}, '--timeout', '200ms')
  expect([code, stderr]).toEqual([2, expect.stringContaining('is unreachable: no answer in 200 ms')])
})

test('an endless reply is not read to its end', async () => {
  const chunk = Buffer.alloc(1 << 20, ' ')
  const { code, stderr } = await comparedWith((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  })
  expect([code, stderr]).toEqual([2, expect.stringContaining('the reply is larger than 32 MiB: http://')])
})

test.each([
  ['no JSON', '<html>'],
  ['20,000 brackets within each other', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['wide JSON', `[${'{},'.repeat(1_000_000)}{}]`],
])('a source that answers %s to everything is not a price API', async (_what, body) => {
  const { code, stdout, stderr } = await comparedWith((_request, response) => response.end(body))
  expect([stdout, code]).toEqual(['', 2])
  expect(stderr).toMatch(/is not a price API: no reply with status 200 and JSON; the first has 200 and .*\n$/)
})

test('replies that are too large together are not kept', async () => {
  const reply = Buffer.alloc(30 << 20, ' ')
  const { code, stderr } = await comparedWith((_request, response) => response.end(reply))
  expect([code, stderr]).toEqual([2, expect.stringContaining('the replies are larger than 128 MiB')])
})
