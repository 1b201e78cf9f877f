/** Throws on a Node older than `engines` of the package: entries import this before code that needs a newer one. */
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const [major, minor] = process.versions.node.split('.').map(Number)
const [oldestMajor, oldestMinor] = engines.node.match(/\d+/g).map(Number)
if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
  throw new Error(
    `gmx-sim cannot run on Node ${process.versions.node}: install Node ${oldestMajor}.${oldestMinor} or newer`,
  )
