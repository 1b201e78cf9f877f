/** The last lines of a program that died. */
import { expect, test } from 'vitest'
import { createLastLines } from '../../src/rehearsal/last-lines.js'

function lastOf(text: string): readonly string[] {
  const lines = createLastLines()
  for (const line of text.split('\n')) lines.add(line)
  return lines.read()
}

test('are ten, without blank lines and colours', () => {
  const text = Array.from({ length: 30 }, (_none, index) => `\u001b[31mline ${index}\u001b[0m\n`).join('\n')
  expect(lastOf(text)).toEqual(Array.from({ length: 10 }, (_none, index) => `line ${index + 20}`))
})

test('keep the message above a deep stack trace', () => {
  const frames = Array.from(
    { length: 30 },
    (_none, index) => `    at f${index} (file:///client.js:${index}:1)`,
  )
  const internal = '    at node:internal/main/run_main_module:36:49'
  const text = [
    '/client.js:3',
    'throw x',
    '^',
    '',
    'Error: boom',
    ...frames,
    internal,
    '',
    'Node.js v20.19.0',
  ].join('\n')
  const lines = lastOf(text)
  expect(lines).toContain('Error: boom')
  expect(lines.at(-1)).toBe(frames[3])
})

test('are short, whatever is printed', () => {
  expect(lastOf('x'.repeat(1e6))[0].length).toBe(300)
})
