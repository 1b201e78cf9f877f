/** The blocks of README.md, docs/ and examples/README.md, run as a reader does: in page order, the package installed from its tarball. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Block, isShown, withFigures } from '../tools/generate/doc-blocks.js'
import { ROOT } from './support/cli.js'
import { parsed, SET_UP, textOf } from './support/documents.js'
import { installed } from './support/installed.js'
import { PageWalk } from './support/page-walk.js'
import { createProject } from './support/project.js'

const SDK = '@gmx-io/sdk'
const hasSdk = installed('sdk')
/** Runs for pages that start no simulator themselves. */
const SIMULATOR = 'npx --no -- gmx-sim --clock frozen --at 2026-03-01T12:34:56Z'

const pages = parsed.flatMap(({ blocks }) => {
  const walked = blocks.filter(isWalked)
  return walked.length === 0 ? [] : [[walked[0].file, walked] as const]
})

const sdk = join(ROOT, 'test/installs/sdk/node_modules', SDK)
const project = createProject({ 'package.json': '{}' }, hasSdk ? { [SDK]: sdk } : {})

test.concurrent.each(pages)('%s: each block does what it shows', async (file, blocks) => {
  const walk = await PageWalk.start(project.path, file.replaceAll(/\W/g, '-'), blocks)
  try {
    if (asksSimulator(blocks)) await walk.serve({ text: SIMULATOR, shown: undefined })
    for (const block of blocks) await expectDone(walk, block)
  } finally {
    await walk.stop()
  }
})

async function expectDone(walk: PageWalk, block: Block): Promise<void> {
  if (block.savedAs !== undefined) return walk.save(block)
  const { code, printed } = await (block.role === 'server' ? walk.serve(block) : walk.run(block))
  const place = `${block.file}:${block.line}`
  expect(code === 0, `${place}\n${block.text}\n${printed}`).toBe(block.role !== 'fails')
  const { shown } = block
  if (shown === undefined || isShown(shown, printed)) return
  if (process.env['npm_lifecycle_event'] === 'docs:figures') refresh(shown, printed)
  // The whole texts are compared only to see where they differ.
  else expect(printed, place).toBe(shown.text)
}

function isWalked({ language, role, source, savedAs, text }: Block): boolean {
  if (savedAs !== undefined) return true
  if (source !== '' || !['sh', 'js'].includes(language) || SET_UP.includes(text)) return false
  return ['run', 'fails', 'server'].includes(role) && (hasSdk || !text.includes(`'${SDK}'`))
}

function asksSimulator(blocks: readonly Block[]): boolean {
  return blocks.some(({ text }) => text.includes(':8650')) && !blocks.some(({ role }) => role === 'server')
}

/** Writes the figures that are printed into the page. */
function refresh(shown: Block, printed: string): void {
  const text = withFigures(shown, printed)
  if (text === undefined)
    throw new Error(`${shown.file}:${shown.line} differs in more than figures: ${printed}`)
  writeFileSync(
    join(ROOT, shown.file),
    textOf(shown.file).replace(shown.text, () => text),
  )
}
