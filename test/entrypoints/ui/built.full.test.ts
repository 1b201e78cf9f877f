/** The files of the dashboard as they are built. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ROOT } from '../../support/cli.js'

const BUDGET_BYTES = 48_000
/** Sent when a scenario is first edited. */
const EDITOR = 'editor.js.gz'
const EDITOR_BUDGET_BYTES = 165_000
const FILES = join(ROOT, 'dist/ui')

test('at most 48 kB as it is first sent, and an editor', () => {
  const sizeOf = (file: string) => statSync(join(FILES, file)).size
  expect(readdirSync(FILES).sort()).toEqual(['app.css.gz', 'app.js.gz', EDITOR])
  const bytes = sizeOf('app.css.gz') + sizeOf('app.js.gz')
  expect(bytes).toBeLessThan(BUDGET_BYTES)
  expect(bytes).toBeGreaterThan(BUDGET_BYTES / 4)
  expect(sizeOf(EDITOR)).toBeLessThan(EDITOR_BUDGET_BYTES)
})

test('no markup is made of text', () => {
  // Objects of styles are set one by one, which the policy allows; only as text it does not.
  const sources = readdirSync(join(ROOT, 'src/entrypoints/ui'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(ROOT, 'src/entrypoints/ui', file), 'utf8'))
  expect(sources.length).toBeGreaterThan(20)
  for (const source of sources)
    expect(source).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\bstyle=("|\{[`'"])/)
  const script = gunzipSync(readFileSync(join(FILES, 'app.js.gz'))).toString()
  expect(script).not.toMatch(/\beval\(|new Function\(/)
})
