/** Bundles the dashboard's page, `src/entrypoints/ui`, into a script, one more for the editor, and one style sheet, compressed. */
import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const SOURCE = fileURLToPath(new URL('../src/entrypoints/ui/', import.meta.url))

/**
 * The files of the page as served, and their source modules. `npm run types` checks the types.
 * @returns {Promise<{ files: Record<string, Buffer>, modules: string[] }>}
 */
export async function buildPage() {
  const build = await rolldown({
    input: join(SOURCE, 'main.tsx'),
    platform: 'browser',
    // Supported by Safari, Firefox and Chrome for some years.
    transform: { target: 'es2022' },
    onLog(level, log, handle) {
      if (level === 'warn') throw new Error(log.message)
      handle(level, log)
    },
  })
  const { output } = await build.generate({
    format: 'esm',
    minify: true,
    entryFileNames: 'app.js',
    chunkFileNames: 'editor.js',
    // Licences are in THIRD-PARTY-LICENSES.txt.
    comments: { legal: false, annotation: false, jsdoc: false },
  })
  await build.close()
  const scripts = output.flatMap((file) => (file.type === 'chunk' ? file : []))
  // Pages load app.js by its version: imported without it, it would run twice.
  const shared = scripts.flatMap(({ imports }) => imports)
  if (scripts.length !== 2 || shared.length > 0) throw new Error(`the scripts of the page share ${shared}`)
  return {
    files: {
      ...Object.fromEntries(scripts.map(({ fileName, code }) => [`${fileName}.gz`, packed(code)])),
      'app.css.gz': packed(`${await sharedStyle()}\n${styleSheet(join(SOURCE, 'styles/app.css'))}`),
    },
    modules: scripts.flatMap(({ moduleIds }) => moduleIds),
  }
}

/** The styles that other pages share, defined in a module for Node. */
async function sharedStyle() {
  const build = await rolldown({ input: join(SOURCE, '../../kit/svg/page.ts') })
  const { output } = await build.generate({ format: 'esm' })
  await build.close()
  const { PALETTE, DRAWING_STYLE } = await import(
    `data:text/javascript,${encodeURIComponent(output[0].code)}`
  )
  return withoutComments(PALETTE + DRAWING_STYLE)
}

/** @param {string} text */
const packed = (text) => gzipSync(text, { level: 9 })

/**
 * Inlines the imports of a style sheet in order, without comments and indentation.
 * @param {string} file
 * @returns {string}
 */
function styleSheet(file) {
  return withoutComments(readFileSync(file, 'utf8')).replace(/^@import "(.+)";$/gm, (_, path) => {
    const imported = join(dirname(file), path)
    if (relative(SOURCE, imported).startsWith(`..${sep}`)) throw new Error(`${path} is not of the page`)
    return styleSheet(imported)
  })
}

/**
 * @param {string} sheet
 * @returns {string}
 */
function withoutComments(sheet) {
  return sheet
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}
