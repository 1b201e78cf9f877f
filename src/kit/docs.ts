import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PACKAGE } from './version.js'

/** The path of a page of the documentation, in a checkout or an installed package: from the working directory where that is shorter. */
export function docsPath(page: string): string {
  const path = fileURLToPath(new URL(`docs/${page.split('#')[0]}`, PACKAGE))
  const near = relative(process.cwd(), path)
  const anchor = page.includes('#') ? `#${page.split('#')[1]}` : ''
  return `${near.length < path.length ? near : path}${anchor}`
}
