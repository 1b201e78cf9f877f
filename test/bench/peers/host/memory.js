/** What a server weighs: the resident memory of its process and of all that it started, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'

const PAGES_PER_MB = 256

/**
 * Undefined where there is no /proc.
 * @param {number} pid
 */
export function treeMegabytes(pid) {
  if (process.platform !== 'linux') return undefined
  /** @type {Map<number, number[]>} */
  const children = new Map()
  for (const name of readdirSync('/proc')) {
    const parent = parentOf(name)
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  let pages = 0
  const tree = [pid]
  for (const member of tree) {
    pages += pagesOf(member)
    tree.push(...(children.get(member) ?? []))
  }
  return pages / PAGES_PER_MB
}

/** @param {string} name Of a folder in /proc. */
function parentOf(name) {
  if (!/^\d+$/.test(name)) return undefined
  const [, parent] = /^PPid:\s+(\d+)$/m.exec(textOf(`/proc/${name}/status`)) ?? []
  return parent === undefined ? undefined : Number(parent)
}

/** @param {number} pid */
function pagesOf(pid) {
  return Number(textOf(`/proc/${pid}/statm`).split(' ')[1] ?? 0)
}

/** A process may end while it is looked at. @param {string} path */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
