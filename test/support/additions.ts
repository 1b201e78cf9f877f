/** Applies the blocks of docs/adding.md to a copy of the sources. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Block } from '../../tools/generate/doc-blocks.js'

/** Writes the file shown in a block into `root`, or applies its diff. */
export function follow(root: string, { file, line, language, source, text }: Block): void {
  const path = join(root, source)
  if (language !== 'diff') {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${text}\n`)
    return
  }
  const changed = text.split(/^@@.*\n/m).reduce(
    (before, hunk) => {
      const lines = hunk.trimEnd().split('\n')
      const sideOf = (sign: string) =>
        lines.filter((words) => words[0] !== sign).map((words) => words.slice(1))
      const parts = before.split(`\n${sideOf('+').join('\n')}\n`)
      if (parts.length !== 2)
        throw new Error(`${file}:${line}: ${source} does not have these lines exactly once:\n${hunk}`)
      return parts.join(`\n${sideOf('-').join('\n')}\n`)
    },
    readFileSync(path, 'utf8'),
  )
  writeFileSync(path, changed)
}
