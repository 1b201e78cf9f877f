import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fileReason } from '../../kit/files.js'
import { lazyModule } from '../../kit/lazy.js'
import { composeCatalogue } from '../../market/catalogue/composition.js'
import { fixtureFiles } from '../../market/catalogue/load.js'
import type { Catalogue } from '../../market/catalogue/types.js'
import { requireWebAssembly } from '../../market/oracle/webassembly.js'
import { readSourceFile } from '../read/load.js'
import { toDraft } from './draft.js'
import { CatalogueError, checkOverlayValue, type ReadOverlay, readOverlay } from './read.js'
import { CatalogueText, type OverlaySource } from './source.js'

const loadApply = lazyModule(() => import('./apply.js'))

/** Rejects with a UserError that lists all problems of the first unusable source. */
export async function loadOverlays(sources: readonly OverlaySource[]): Promise<Catalogue> {
  requireWebAssembly()
  const { applyOverlay } = await loadApply()
  const draft = toDraft(fixtureFiles())
  for (const source of sources) {
    const { overlay, refuse, judge } = await readSource(source)
    applyOverlay(draft, overlay, refuse)
    judge()
  }
  return composeCatalogue(draft)
}

function readSource(source: OverlaySource): Promise<ReadOverlay> | ReadOverlay {
  if (source instanceof CatalogueText) return readOverlay(source.text, 'catalogue')
  if (source instanceof URL) return readFile(fileURLToPath(source))
  if (typeof source !== 'string') return checkOverlayValue(source)
  // A path has no line break and does not begin like JSON.
  return /[\r\n]|^\s*\{/.test(source) ? readOverlay(source, 'the text') : readFile(source)
}

async function readFile(path: string): Promise<ReadOverlay> {
  const text = await readSourceFile(
    path,
    (problem) => new CatalogueError(path, [problem]),
    (error) => ({
      message: existsSync(path)
        ? fileReason(error).join(': ')
        : `no such file: write a path relative to ${process.cwd()}`,
    }),
  )
  return readOverlay(text, path)
}
