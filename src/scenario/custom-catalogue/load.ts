import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fileReason } from '../../kit/files/file-errors.js'
import { decodeUtf8, NOT_UTF8, readBounded } from '../../kit/files/text-file.js'
import { composeCatalogue } from '../../market/catalogue/composition.js'
import { FixtureError } from '../../market/catalogue/fixture.js'
import { fixtureFiles } from '../../market/catalogue/load.js'
import type { Catalogue } from '../../market/catalogue/types.js'
import { requireWebAssembly } from '../../market/oracle/webassembly.js'
import { MAX_BYTES } from '../read/limits.js'
import { applyOverlay } from './apply.js'
import { type CatalogueDraft, toDraft } from './draft.js'
import { locateError } from './locate-error.js'
import { CatalogueError } from './problems.js'
import { checkOverlayValue, type ReadOverlay, readOverlay } from './read.js'
import type { Overlay } from './schema.js'
import { CatalogueText, type OverlaySource } from './source.js'

/** Rejects with a UserError that lists all problems of the first unusable source. */
export async function loadOverlays(sources: readonly OverlaySource[]): Promise<Catalogue> {
  requireWebAssembly()
  const { chainFacts } = await import('./chain-facts.js')
  const draft = toDraft(fixtureFiles())
  let catalogue: Catalogue | undefined
  for (const source of sources) {
    const { overlay, refuse, judge } = await readSource(source)
    applyOverlay(draft, overlay, chainFacts, refuse)
    judge()
    catalogue = composed(draft, overlay, refuse)
    judge()
  }
  return catalogue ?? composeCatalogue(draft)
}

/** Attributes problems of the composition to the last file: everything before was valid. */
function composed(
  draft: CatalogueDraft,
  overlay: Overlay,
  refuse: ReadOverlay['refuse'],
): Catalogue | undefined {
  try {
    return composeCatalogue(draft)
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    const { path, what } = locateError(error, draft, overlay)
    refuse(path, `${what}: ${error.seen}; ${error.hint.replace(/ in \S+\.json/g, '')}`)
    return undefined
  }
}

function readSource(source: OverlaySource): Promise<ReadOverlay> | ReadOverlay {
  if (source instanceof CatalogueText) return readOverlay(source.text, 'catalogue')
  if (source instanceof URL) return readFile(fileURLToPath(source))
  if (typeof source !== 'string') return checkOverlayValue(source)
  // A path has no line break and does not begin like JSON.
  return /[\r\n]|^\s*\{/.test(source) ? readOverlay(source, 'the text') : readFile(source)
}

async function readFile(path: string): Promise<ReadOverlay> {
  const refuse = (message: string, position = { line: 1, column: 1 }) =>
    new CatalogueError(path, [{ ...position, message }])
  if (!existsSync(path)) throw refuse(`no such file: write a path relative to ${process.cwd()}`)
  const bytes = await readBounded(path, MAX_BYTES).catch((error: NodeJS.ErrnoException) => {
    throw refuse(fileReason(error).join(': '))
  })
  // The parser reports the size; the text may end in half a character.
  if (bytes.length > MAX_BYTES) return readOverlay(bytes.toString('latin1'), path)
  const text = decodeUtf8(bytes)
  if (typeof text !== 'string') throw refuse(NOT_UTF8, text)
  return readOverlay(text, path)
}
