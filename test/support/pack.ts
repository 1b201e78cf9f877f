import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtCli, run } from './cli.js'

export interface Packed {
  readonly folder: string
  readonly tarball: string
  /** Paths of what is in it. */
  readonly files: readonly string[]
  readonly unpackedBytes: number
}

/** The package as `npm publish` would send it, of what is built. */
export async function pack(): Promise<Packed> {
  builtCli()
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-pack-'))
  // Without scripts: building again would take the files from under the other tests.
  const options = ['--ignore-scripts', '--json', '--loglevel', 'error', '--pack-destination', folder]
  const { code, stdout, stderr } = await run('npm', ['pack', ...options])
  if (code !== 0) throw new Error(stderr)
  // A list, or since npm 11 an object by name.
  const [told] = Object.values(JSON.parse(stdout)) as [Told]
  const { filename, files, unpackedSize } = told
  return {
    folder,
    tarball: join(folder, filename),
    files: files.map(({ path }) => path),
    unpackedBytes: unpackedSize,
  }
}

interface Told {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
  readonly unpackedSize: number
}
