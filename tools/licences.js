/** The licences of what is bundled, as they ask to be kept with every copy. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Those of packages that come without, from where they are developed. */
const KEPT = new URL('licences/', import.meta.url)

/** A package's folder, as the beginning of the path of a file in it. */
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/

/**
 * One text with the licence of each package that one of `files` belongs to. Throws for a package that has none.
 * @param {readonly string[]} files
 */
export function licencesOf(files) {
  const folders = new Set(files.flatMap((file) => PACKAGE.exec(file.replace('\0', ''))?.[0] ?? []))
  return `${[...folders]
    .map(licenceOf)
    .sort()
    .join(`\n${'-'.repeat(80)}\n\n`)}`
}

/** @param {string} folder */
function licenceOf(folder) {
  const { name, version, license } = JSON.parse(read(folder, 'package.json'))
  const files = readdirSync(folder)
  const texts = files.filter((file) => /^(licen[cs]e|notice)/i.test(file)).map((file) => read(folder, file))
  // Some write it at the end of their README only.
  if (texts.length === 0 && files.includes('README.md')) {
    const [, text] = read(folder, 'README.md').split(/^(?=(?:#+ )?licen[cs]e\b)/im)
    if (text?.includes('Copyright')) texts.push(text)
  }
  const kept = new URL(`${name}.txt`, KEPT)
  if (texts.length === 0 && existsSync(kept)) texts.push(readFileSync(kept, 'utf8'))
  if (texts.length === 0) throw new Error(`${name} has no licence text: it cannot be bundled`)
  return `${name} ${version} (${license})\n\n${texts.map((text) => text.trim()).join('\n\n')}\n`
}

/**
 * @param {string} folder
 * @param {string} file
 */
function read(folder, file) {
  return readFileSync(`${folder}/${file}`, 'utf8')
}
