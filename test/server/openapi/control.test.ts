/** The document of the control API is valid, complete, and what is really answered. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { CONTROL_CALLS } from '../../../src/server/control/index.js'
import type { OpenApiDocument } from '../../../src/server/openapi/document.js'
import { CONTROL_ERRORS } from '../../../src/session/control-errors.js'
import { controlOf } from '../../support/control.js'
import { newFolder } from '../../support/folder.js'
import { eventSchemasOf, mistakesIn, operationsOf, replyChecker } from '../../support/openapi.js'
import { startTestSimulator } from '../../support/simulator.js'
import { watchOf } from '../../support/watch.js'

const folder = newFolder()
const scenario = join(folder, 'watched.yaml')
writeFileSync(scenario, 'rules: []\n')
const simulator = await startTestSimulator({ scenario, watch: 'true' })
const control = controlOf(simulator.url)
const document: OpenApiDocument = (await control.get('/control-openapi.json')).body
afterAll(() => simulator.stop())

test('a standard validator finds nothing wrong', async () => {
  expect(await mistakesIn(document)).toEqual([])
})

test('operations are the calls and the routes outside them, with unique ids', () => {
  const operations = operationsOf(document)
  const calls = CONTROL_CALLS.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/, '{$1}')}`)
  const documented = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  const others = ['GET /openapi.json', 'GET /control-openapi.json', 'GET /metrics', 'GET /live', 'GET /ready']
  expect(documented.sort()).toEqual([...calls, ...others].sort())
  expect(new Set(operations.map(({ operation }) => operation['operationId'])).size).toBe(operations.length)
})

test('every call answers as documented to its documented example', async () => {
  const check = replyChecker(document)
  await fetch(`${simulator.url}/arbitrum/prices/tickers`)
  await fetch(`${simulator.url}/arbitrum/nope`)
  const made: Record<string, string> = { scenarios: 'primary-down' }
  // A scenario is ended after one has been put, a session after one has been made, and so on down the list.
  for (const { method, path, example, status = 200, events } of CONTROL_CALLS) {
    if (events !== undefined) continue
    const id = made[path.split('/')[1]] ?? '1'
    const text = typeof example === 'string' ? example : JSON.stringify(example)
    const reply = await fetch(`${simulator.url}/__sim/v1${path.replace(/:\w+/, id)}`, {
      method,
      ...(text !== undefined && { body: text }),
    })
    const body = (await reply.json()) as { id: string }
    const place = `${method} ${path}`
    expect([reply.status, body], `${place}: write an example that it accepts`).toEqual([status, body])
    expect(check(method.toLowerCase(), path.replace(/:(\w+)/, '{$1}'), status, body), place).toEqual([])
    if (status === 201) made[path.split('/')[1]] = body.id
  }
})

test('every event matches its schema', async () => {
  const calls = CONTROL_CALLS.filter(({ events }) => events !== undefined)
  for (const { path } of calls) {
    const schemas = eventSchemasOf(document, path)
    await control.post('/sessions', { id: 'seen', scenario: 'flash-crash' })
    await fetch(`${simulator.url}/s/seen/arbitrum/ping`)
    const watch = await watchOf(`${simulator.url}/s/seen/__sim/v1${path}`)
    await watch.until('journal')
    await control.delete('/sessions/seen')
    await watch.ended
    expect([...new Set(watch.told.map(({ event }) => event))].sort()).toEqual(Object.keys(schemas).sort())
    for (const { event, data } of watch.told) expect(schemas[event](data), event).toEqual([])
  }
})

test('errors are as documented', async () => {
  const check = replyChecker(document)
  for (const [method, path, body] of [
    ['PUT', '/clock', { mode: 'backwards' }],
    ['POST', '/clock/advance', { by: '36000d' }],
    ['PUT', '/scenario', 'rules: 1'],
    ['POST', '/journal/wait', { count: 99, timeout: '1ms' }],
    ['POST', '/sessions', { id: '..' }],
  ] as const) {
    const reply = await (method === 'PUT' ? control.put(path, body) : control.post(path, body))
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(check(method.toLowerCase(), path, reply.status, reply.body)).toEqual([])
  }
})

test('every code that is answered is documented with its status', () => {
  const told = operationsOf(document).flatMap(({ operation }) =>
    Object.entries(operation['responses'] as Record<string, { description: string }>).flatMap(
      ([status, { description }]) =>
        [...description.matchAll(/`([a-z-]+)`:/g)].map(([, code]) => `${status} ${code}`),
    ),
  )
  const about = String(document.info['description'])
  const toldAtTop = [...about.matchAll(/(\d{3}) with (?:code )?`([a-z-]+)`/g)].map(
    ([, status, code]) => `${status} ${code}`,
  )
  // The page that has not been built is no reply of a call.
  const codes = Object.entries(CONTROL_ERRORS).flatMap(([code, [status]]) =>
    code === 'not-built' ? [] : [`${status} ${code}`],
  )
  expect(new Set([...told, ...toldAtTop])).toEqual(new Set(codes))
})
