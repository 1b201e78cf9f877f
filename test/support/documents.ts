/** The project's Markdown pages and their blocks. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Block, blocksOf } from '../../tools/generate/doc-blocks.js'
import { ROOT } from './cli.js'

/** Names of the files in docs/. */
const PAGES = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
/** Paths of all documents, the README first. */
export const DOCUMENTS = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  ...PAGES.map((name) => `docs/${name}`),
]
/** README commands that install, build or test, which no test runs. */
export const SET_UP = ['npm ci && npm start', 'npm ci && npm test']

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** The blocks of each document. */
export const parsed = DOCUMENTS.map((file) => blocksOf(file, textOf(file)))

const placed = parsed
  .flatMap(({ blocks }) => blocks)
  .map((block) => [`${block.file}:${block.line}`, block] as const)
/** Blocks of docs/adding.md that extend the sources: `adding.full.test.ts` follows them in a copy. */
export const additions = placed.map(([, block]) => block).filter(isAddition)
/** Blocks quoted from a file, each with its place. */
export const quoted = placed.filter(([, block]) => block.source !== '' && !isAddition(block))
/** All others. */
export const own = placed.filter(([, { source }]) => source === '')

function isAddition({ file, language, source }: Block): boolean {
  return file === 'docs/adding.md' && source !== '' && !(language === 'ts' && existsSync(join(ROOT, source)))
}
