import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtCli, run } from './cli.js'

export interface Packed {
  readonly folder: string
  readonly tarball: string
  /** Paths of its files. */
  readonly files: readonly string[]
  readonly unpackedBytes: number
}

/** Packs the build, as `npm publish` does. */
export async function pack(): Promise<Packed> {
  builtCli()
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-pack-'))
  // Without scripts: another build would remove files in use by other tests.
  const options = ['--ignore-scripts', '--json', '--loglevel', 'error', '--pack-destination', folder]
  const { code, stdout, stderr } = await run('npm', ['pack', ...options])
  if (code !== 0) throw new Error(stderr)
  // A list, or since npm 11 an object by name.
  const [{ filename, files, unpackedSize }] = Object.values(JSON.parse(stdout)) as [PackReport]
  return {
    folder,
    tarball: join(folder, filename),
    files: files.map(({ path }) => path),
    unpackedBytes: unpackedSize,
  }
}

interface PackReport {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
  readonly unpackedSize: number
}
