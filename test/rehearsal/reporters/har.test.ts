import { createRequire } from 'node:module'
import { join } from 'node:path'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { writeHar } from '../../../src/rehearsal/reporters/har.js'
import { ROOT } from '../../support/cli.js'
import { installed } from '../../support/installed.js'
import { REPORT, TIMELINES } from './sample.js'

const har = () => JSON.parse([...writeHar(REPORT, TIMELINES)].join(''))

describe.skipIf(!installed('schemas'))('HAR 1.2', () => {
  const require = createRequire(join(ROOT, 'test/installs/schemas/package.json'))
  const validator = () => {
    const schemas = require('har-schema') as Readonly<Record<string, object>>
    const ajv = new Ajv.default({ strict: false })
    addFormats.default(ajv)
    ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'))
    for (const schema of Object.values(schemas)) ajv.addSchema(schema)
    return ajv.getSchema('har.json#')!
  }

  test('holds its schema', () => {
    const validate = validator()
    validate(har())
    expect(validate.errors).toBeNull()
  })
})

test('every request is an entry, with its number in the journal', () => {
  const { entries, pages } = har().log
  expect(pages.map(({ title }: { title: string }) => title)).toEqual(
    TIMELINES.map(({ scenario }) => scenario),
  )
  expect(entries).toHaveLength(TIMELINES.reduce((sum, { requests }) => sum + requests.length, 0))
  expect(entries[20]).toMatchObject({
    pageref: 'scenario_1',
    startedDateTime: '2026-03-01T12:00:20.000Z',
    time: 1,
    request: {
      method: 'GET',
      url: 'http://gmx-sim.localhost/arbitrum/prices/tickers?a=1&b=%3C',
      queryString: [
        { name: 'a', value: '1' },
        { name: 'b', value: '<' },
      ],
    },
    response: { status: 429, headers: [{ name: 'retry-after', value: '2' }], _error: 'status' },
    _journal: 21,
    _rule: 'throttle',
  })
})

test('an unanswered request has no status, and a request still open at the end lasts until then', () => {
  const last = har().log.entries[TIMELINES[0].requests.length - 1]
  expect(last).toMatchObject({ time: 1000, response: { status: 0 }, _end: 'open' })
})
