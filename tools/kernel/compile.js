/** Compiles the price kernel to WebAssembly. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cached } from '../build-cache.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ENTRY = 'src/market/price/kernel.ts'
const PLATFORM = 'src/kit/numbers/platform.ts'
const PLATFORM_AS = 'tools/kernel/platform.as'
const MEMORY_AS = 'tools/kernel/memory.as'
/** 256 MB: MAX_KERNEL_BYTES, and room for rows. */
const MAX_PAGES = 4096
/** The memory manager of AssemblyScript that never frees; a custom one would get a shadow stack, which costs up to half of the speed. */
const REPLACED = 'rt/stub'
/** The only folders that the kernel may import from. */
const FOLDERS = ['src/kit/numbers/', 'src/kit/random/', 'src/market/price/']

/** Compiles it, or returns what it compiled from the same files before. */
export function compileKernel() {
  const sources = FOLDERS.flatMap((folder) => readdirSync(ROOT + folder).map((file) => folder + file)).filter(
    (file) => file.endsWith('.ts'),
  )
  const files = [
    'node_modules/assemblyscript/package.json',
    'tools/kernel/compile.js',
    PLATFORM_AS,
    MEMORY_AS,
    ...sources,
  ]
  return cached(
    files.flatMap((file) => [file, readFileSync(ROOT + file)]),
    compile,
  )
}

async function compile() {
  const { default: asc, libraryFiles } = await import('assemblyscript/asc')
  libraryFiles[REPLACED] = readFileSync(ROOT + MEMORY_AS, 'utf8')
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
      'stub',
      '--maximumMemory',
      String(MAX_PAGES),
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
 * The source as asc takes it: it knows neither imports of types nor private names, and its decorators are tags of ours.
 * @param {string} file
 */
function source(file) {
  const path = file.replace(/\.js\.ts$/, '.ts')
  if (path === PLATFORM) return readFileSync(ROOT + PLATFORM_AS, 'utf8')
  if (!FOLDERS.some((folder) => path.startsWith(folder))) return null
  try {
    return readFileSync(ROOT + path, 'utf8')
      .replace(/\bimport type\b/g, 'import')
      .replace(/([{,]\s*)type (\w+)(?=\s*[,}])/g, '$1$2')
      .replace(/#(?=[a-z])/g, '_')
      .replace(/@inline \*\/\n(?=(export )?function)/g, '*/ @inline ')
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
    filter: { id: /[\\/]src[\\/]market[\\/]price[\\/]kernel-module\.ts$/ },
    async handler() {
      const text = JSON.stringify((await compileKernel()).toString('base64'))
      return { code: `export const kernelModule = () => Buffer.from(${text}, 'base64')`, moduleType: 'js' }
    },
  },
}
