/** The package is unpublished, so `npx gmx-sim` could run a stranger's code. No text may suggest it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './support/cli.js'

/** Ways to run or install a package from the registry by its name. */
const DANGEROUS = [
  // npx, unless it is `npx --no -- gmx-sim`.
  /npx (?!--no -- )(?:-\S+ )*["']?(?:--package=)?gmx-sim/,
  /npm (?:exec|x) (?:-\S+ )*["']?gmx-sim/,
  /npm (?:i|install|add) (?:-\S+ )*["']?gmx-sim(?!-)/,
  /(?:pnpm|yarn|bun) (?:dlx|add|x) (?:-\S+ )*["']?gmx-sim/,
  /\b(?:pnpx|bunx) (?:-\S+ )*["']?gmx-sim/,
]
/** Pages that warn of it, or describe the time after publication. */
const EXEMPT = ['SECURITY.md', 'docs/releasing.md', 'docs/faq.md', 'CHANGELOG.md']

const files = execFileSync(
  'git',
  ['ls-files', '*.md', 'docs', 'examples', 'src', 'scenarios', 'Dockerfile'],
  { cwd: ROOT },
)
  .toString()
  .trim()
  .split('\n')
  .filter((file) => !EXEMPT.includes(file) && !/\.png$/.test(file))

test('no text runs or installs the package from the registry', () => {
  const found = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (DANGEROUS.some((form) => form.test(line)) ? [`${file}:${index + 1}`] : [])),
  )
  expect(found).toEqual([])
})
