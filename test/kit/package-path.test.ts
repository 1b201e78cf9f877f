import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { docsPath } from '../../src/kit/package-path.js'

test('a page is named from the working directory, with its heading', () => {
  const page = docsPath('command-line.md#serve')
  expect(page).toBe('docs/command-line.md#serve')
  expect(existsSync(page.split('#')[0])).toBe(true)
})
