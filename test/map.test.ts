/** The pages that guide contributors: every file, name and floor that they mention exists. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { WINGS } from '../.dependency-cruiser.js'
import { ROOT } from './support/cli.js'

const PAGES = ['docs/architecture.md', 'docs/adding.md', 'CONTRIBUTING.md']
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
/** Inline code of a page, without its fenced blocks. */
const codeIn = (page: string) =>
  [
    ...textOf(page)
      .replaceAll(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, code]) => code)

const FOLDERS = ['src', 'test', 'fixtures', 'docs', 'bench', 'tools', 'examples', 'scenarios', '.ci']
/** Files of the repository, and folders with a slash at their end. */
const paths = readdirSync(ROOT).concat(
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter(({ parentPath }) => !parentPath.includes('node_modules'))
      .map(
        (entry) => `${relative(ROOT, join(entry.parentPath, entry.name))}${entry.isDirectory() ? '/' : ''}`,
      ),
  ),
)

/** Whether a path is in the repository, in full or as its last part; `*` and `<name>` stand for any file name. */
function isThere(path: string): boolean {
  const pattern = path.replaceAll('.', '\\.').replaceAll(/<[^>]+>|\*/g, '[^/]+')
  const whole = new RegExp(`(^|/)${pattern}$`)
  return FOLDERS.includes(path.replace(/\/$/, '')) || paths.some((known) => whole.test(known))
}

test.each(PAGES)('%s: every file and folder that it names exists', (page) => {
  const named = codeIn(page).filter((code) =>
    /^[\w.<*][\w./<>*-]*(\/|\.(ts|tsx|js|json|yaml|md))$/.test(code),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((path) => !isThere(path))).toEqual([])
})

test.each(PAGES)('%s: a name is declared in the file that it is said to be in', (page) => {
  for (const [, name, file] of textOf(page).matchAll(/`([A-Za-z]\w*)`\s+in\s+\[?`([\w./-]+\.ts)`/g)) {
    const path = file.startsWith('src/') ? file : `src/${file}`
    const declaration = new RegExp(`^export (const|function|class|interface|type) ${name}\\b`, 'm')
    expect(textOf(path), `${page}: ${name} in ${file}`).toMatch(declaration)
  }
})

test('docs/architecture.md: its wings are the folders of src, in the order of the import rules', () => {
  const rows = [...textOf('docs/architecture.md').matchAll(/^\| `([a-z]+)\/` \| .{20,}\|/gm)]
  expect(rows.map(([, name]) => name)).toEqual(WINGS)
  expect(readdirSync(join(ROOT, 'src'))).toEqual(['README.md', ...WINGS.toSorted()])
})
