import { expect, test } from 'vitest'
import { UserError } from '../../../src/kit/errors.js'
import { type ReadFixture, readFixture } from '../../../src/market/catalogue/fixture.js'
import { fixtureFiles, loadCatalogue } from '../../../src/market/catalogue/load.js'
import { ASSETS, type Change, REJECTIONS, TOKENS } from './rejections.js'

test.each(REJECTIONS)(
  'fixtures: %s is refused, with its place and what to write',
  (_fact, change, message) => {
    const error = errorFrom(withChange(change))
    expect(error.message).toContain(`fixtures/${change[0]}`)
    expect(error.message).toContain(message)
    expect(error.exitCode).toBe(3)
  },
)

test('fixtures: unchanged, they are accepted', () => {
  expect(() => loadCatalogue(fixtureFiles(withChange([ASSETS, ['note'], ['Another note.']])))).not.toThrow()
})

test('fixtures: a long value is shown shortened', () => {
  const { message } = errorFrom(withChange([TOKENS, ['tokens', 0, 'address'], 'x'.repeat(5000)]))
  expect(message.length).toBeLessThan(250)
})

test('fixtures: an unreadable file is one sentence', () => {
  const error = errorFrom((file) => readFixture(file === TOKENS ? 'arbitrum/no-such-file.json' : file))
  expect(error.message).toBe(
    'fixtures/arbitrum/tokens.json: is unreadable (ENOENT); restore it or install the package again',
  )
  expect(error.exitCode).toBe(3)
})

test.each(['', '{', '[1,]', '\u0000'])('fixtures: %j is not JSON', (text) => {
  expect(errorFrom((file) => (file === ASSETS ? text : readFixture(file))).message).toMatch(
    /^fixtures\/assets\.json: is not JSON \(.+\); fix or restore it$/,
  )
})

function errorFrom(read: ReadFixture): UserError {
  try {
    loadCatalogue(fixtureFiles(read))
  } catch (error) {
    expect(error).toBeInstanceOf(UserError)
    return error as UserError
  }
  throw new Error('the fixtures were accepted')
}

function withChange([changed, place, value]: Change): ReadFixture {
  return (file) => {
    if (file !== changed) return readFixture(file)
    const content: unknown = JSON.parse(readFixture(file))
    let parent = content as Record<string | number, unknown>
    for (const key of place.slice(0, -1)) parent = parent[key] as Record<string | number, unknown>
    parent[place[place.length - 1]] = value
    return JSON.stringify(content)
  }
}
