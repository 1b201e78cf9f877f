/** Compiles the price kernel to WebAssembly. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ENTRY = 'src/price/kernel.ts'
const PLATFORM = 'src/core/platform.ts'

/** @returns {Promise<Buffer>} */
export async function compileKernel() {
  /** @type {Uint8Array | undefined} */
  let module
  const { error, stderr } = await asc.main(
    [
      ENTRY,
      '--outFile',
      'kernel.wasm',
      '-O3',
      '--uncheckedBehavior',
      'always',
      '--noAssert',
      '--runtime',
      'minimal',
    ],
    {
      readFile: (/** @type {string} */ file) => source(file),
      writeFile: (/** @type {string} */ _name, /** @type {any} */ contents) => {
        module = contents
      },
      listFiles: () => [],
    },
  )
  if (error !== null || module === undefined) throw new Error(`the kernel does not compile\n${stderr}`)
  return Buffer.from(module)
}

/**
 * The source as asc takes it: it knows neither imports of types nor private names.
 * @param {string} file
 */
function source(file) {
  const path = file.replace(/\.js\.ts$/, '.ts')
  if (path === PLATFORM) return readFileSync(`${ROOT}tools/kernel/platform.as`, 'utf8')
  try {
    return readFileSync(ROOT + path, 'utf8')
      .replace(/\bimport type\b/g, 'import')
      .replace(/([{,] *)type (\w+)(?= *[,}])/g, '$1$2')
      .replace(/#(?=[a-z])/g, '_')
  } catch {
    return null
  }
}

/**
 * Puts the compiled kernel in place of the module that has none.
 * @type {import('rolldown').Plugin}
 */
export const embeddedKernel = {
  name: 'embedded-kernel',
  load: {
    filter: { id: /[\\/]src[\\/]price[\\/]kernel-module\.ts$/ },
    async handler() {
      const text = JSON.stringify((await compileKernel()).toString('base64'))
      return { code: `export const kernelModule = () => Buffer.from(${text}, 'base64')`, moduleType: 'js' }
    },
  },
}
