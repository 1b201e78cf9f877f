/** Zod in bundles: sources load it from node_modules when the first schema is read. */
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { breakLines } from './lines.js'

const FILTER = { id: /[\\/]src[\\/]kit[\\/]load-zod\.ts$/ }

/**
 * Makes zod a file of its own. It is CommonJS: Node loads that synchronously, and again after a failure.
 * @param {(modules: string[]) => void} onModules Receives its source modules.
 * @returns {import('rolldown').Plugin}
 */
export function zodBeside(onModules) {
  return {
    name: 'zod-beside',
    load: {
      filter: FILTER,
      handler: () => ({
        code: `import { createRequire } from 'node:module'
          export const loadZod = () => createRequire(import.meta.url)('./zod.cjs')`,
        moduleType: 'js',
      }),
    },
    async generateBundle() {
      const build = await rolldown({
        input: fileURLToPath(new URL('../src/kit/zod-parts.ts', import.meta.url)),
        platform: 'node',
      })
      const { output } = await build.generate({ format: 'cjs', minify: true })
      await build.close()
      const [{ code, moduleIds }] = output
      onModules(moduleIds)
      this.emitFile({ type: 'asset', fileName: 'shared/zod.cjs', source: breakLines(code) })
    },
  }
}
