/** Names and values in the log of a CI system. */
import { expect, test } from 'vitest'
import { annotation, withoutCommands } from '../../../src/kit/formats/workflow.js'

test.each([
  ['::error::mine', '?:error::mine'],
  ['  ::set-env name=PATH::/evil', '  ?:set-env name=PATH::/evil'],
  ['a\n\t::stop-commands::x\nb', 'a\n\t?:stop-commands::x\nb'],
  ['a\r::debug::x', 'a\r?:debug::x'],
  ['a ##[error]mine', 'a ?#[error]mine'],
  ['##vso[task.setvariable variable=a]b', '?#vso[task.setvariable variable=a]b'],
  ["x ##teamcity[buildStatus status='SUCCESS']", "x ?#teamcity[buildStatus status='SUCCESS']"],
])('%j is no command', (text, expected) => {
  expect(withoutCommands(text)).toBe(expected)
})

test.each(['a ::error::b', '::1', '::1 is loopback', 'a::b', '## Title', '#[derive]', '\n\n  text\n'])(
  '%j stays as it is',
  (text) => {
    expect(withoutCommands(text)).toBe(text)
  },
)

test('an annotation is one line, whose title ends where it does', () => {
  expect(annotation('error', 'a: b, c%\n::d', '50 %\r\n::error::e')).toBe(
    '::error title=a%3A b%2C c%25%0A%3A%3Ad::50 %25%0D%0A::error::e\n',
  )
})
