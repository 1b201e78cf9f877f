/** Servers of runtimes whose node:http does not extend node:net, as that of bun. */
import type { createServer, Server } from 'node:http'
import { expect, test, vi } from 'vitest'
import { listen } from '../../../src/server/http/server.js'

vi.mock('node:http', async (importOriginal) => {
  const http = await importOriginal<typeof import('node:http')>()
  const notOfNet: ProxyHandler<Server> = {
    getPrototypeOf: () => Object.prototype,
    get(server, name) {
      if (name === 'close') return server.close.bind(server)
      // Called by the close of node:net.
      return name === '_emitCloseIfDrained' ? undefined : Reflect.get(server, name)
    },
  }
  const createOther = ((...given: Parameters<typeof createServer>) =>
    new Proxy(http.createServer(...given), notOfNet)) as typeof createServer
  return { ...http, createServer: createOther }
})

test('a server stops, and its port is free again', async () => {
  const serve = (port: number) => listen((_request, response) => response.end('ok'), '127.0.0.1', port)
  const first = await serve(0)
  expect(await (await fetch(first.origin)).text()).toBe('ok')
  await first.drain(() => {})
  await first.close()
  await expect(fetch(first.origin)).rejects.toThrow()
  const second = await serve(first.port)
  expect(second.port).toBe(first.port)
  await second.close()
})
