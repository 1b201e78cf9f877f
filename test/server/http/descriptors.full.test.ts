/** A shortage of file descriptors is reported, and disables nothing once it is over. */
import { readdirSync } from 'node:fs'
import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { serveCli } from '../../support/cli.js'
import { dial } from '../../support/raw.js'
import { hasProgram } from '../../support/redis.js'
import { until } from '../../support/until.js'

const LIMIT = 128

test.runIf(hasProgram('prlimit'))(
  'control and dashboard recover from a shortage of descriptors',
  async () => {
    const { ready, pid, stderr, stop } = await serveCli([], {}, ['serve'], ['prlimit', `--nofile=${LIMIT}`])
    onTestFinished(async () => void (await stop('SIGKILL')))
    const inUse = () => readdirSync(`/proc/${pid}/fd`).length
    const sockets: Socket[] = []
    let answers = ''
    const ask = (path: string) => sockets[0].write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    await until(() => {
      const socket = dial(ready.url).on('error', () => {})
      if (sockets.push(socket) === 1)
        socket.on('data', (text) => {
          answers += text
        })
      expect(inUse()).toBe(LIMIT)
    })
    ask('/__sim/v1/health')
    await until(() => expect(answers).toMatch(/^HTTP\/1.1 500 .*internal error/s))
    await until(() => expect(stderr()).toContain('too few file descriptors'))
    // What needs none goes on.
    answers = ''
    ask('/arbitrum/ping')
    await until(() => expect(answers).toContain('HTTP/1.1 200 '))
    for (const socket of sockets) socket.destroy()
    await until(() => expect(inUse()).toBeLessThan(LIMIT / 2))
    const control = ['health', 'scenarios', 'metrics', 'openapi.json', 'clients'].map((name) => `v1/${name}`)
    for (const path of [...control, 'ui/', 'docs'])
      expect([path, (await fetch(`${ready.url}/__sim/${path}`)).status]).toEqual([path, 200])
    expect((await fetch(`${ready.url}/arbitrum/signed_prices/latest`)).status).toBe(200)
  },
)
