/** Documentation pages and library scenarios as resources. */
import { readdir, readFile } from 'node:fs/promises'
import { PACKAGE } from '../../kit/version.js'
import { libraryNames } from '../../scenario/read/library.js'

const SCHEME = 'gmx-sim://'
const KINDS = {
  docs: { ending: '.md', mimeType: 'text/markdown' },
  scenarios: { ending: '.yaml', mimeType: 'application/yaml' },
} as const

export async function listResources() {
  const pages = (await readdir(new URL('docs/', PACKAGE))).filter((file) => file.endsWith('.md')).sort()
  return [
    ...pages.map((file) => resource('docs', file.slice(0, -KINDS.docs.ending.length))),
    ...libraryNames().map((name) => resource('scenarios', name)),
  ]
}

function resource(kind: keyof typeof KINDS, name: string) {
  return { uri: `${SCHEME}${kind}/${name}`, name: `${kind}/${name}`, mimeType: KINDS[kind].mimeType }
}

/** Undefined for a URI that is not listed. */
export async function readResource(uri: string) {
  const found = (await listResources()).find((each) => each.uri === uri)
  if (found === undefined) return undefined
  const kind = found.name.startsWith('docs/') ? 'docs' : 'scenarios'
  const text = await readFile(new URL(`${found.name}${KINDS[kind].ending}`, PACKAGE), 'utf8')
  return { uri, mimeType: found.mimeType, text }
}
