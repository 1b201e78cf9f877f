/** Licences of bundled packages, to be kept with every copy. */
import { readdirSync, readFileSync } from 'node:fs'

/** A package's folder, as the beginning of the path of a file in it. */
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/

/** Lines specific to one package: title and copyright. */
const OWN = /^(copyright|\(c\)|#* *\(?(the )?(mit|isc)\b.{0,20}$)/i

/**
 * Returns one text with the licences of all packages that `files` belong to; terms shared by several are listed once, below all of
 * them. Throws for a package without a licence.
 * @param {readonly string[]} files
 */
export function licencesOf(files) {
  const folders = new Set(files.flatMap((file) => PACKAGE.exec(file.replace('\0', ''))?.[0] ?? []))
  /** @type {Map<string, { terms: string, packages: string[] }>} */
  const byTerms = new Map()
  for (const { title, text } of [...folders].map(licenceOf).sort((a, b) => (a.title < b.title ? -1 : 1))) {
    const paragraphs = text.split(/\n\s*\n/)
    const isOwn = (paragraph = '') => OWN.test(paragraph.trim())
    const terms = paragraphs.filter((paragraph) => !isOwn(paragraph)).join('\n\n')
    const words = terms.replace(/\s+/g, ' ').trim()
    const alike = byTerms.get(words) ?? { terms, packages: [] }
    alike.packages.push([title, ...paragraphs.filter(isOwn)].join('\n\n'))
    byTerms.set(words, alike)
  }
  return [...byTerms.values()]
    .map(({ terms, packages }) => `${[...packages, terms].join('\n\n')}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/** @param {string} folder */
function licenceOf(folder) {
  const { name, version, license } = JSON.parse(read(folder, 'package.json'))
  const files = readdirSync(folder)
  const texts = files.filter((file) => /^(licen[cs]e|notice)/i.test(file)).map((file) => read(folder, file))
  // Some include it only at the end of their README.
  if (texts.length === 0 && files.includes('README.md')) {
    const [, text] = read(folder, 'README.md').split(/^(?=(?:#+ )?licen[cs]e\b)/im)
    if (text?.includes('Copyright')) texts.push(text)
  }
  if (texts.length === 0) throw new Error(`${name} has no licence text: it cannot be bundled`)
  const text = texts.map((text) => text.replace(/\r/g, '').trim()).join('\n\n')
  return { title: `${name} ${version} (${license})`, text }
}

/**
 * @param {string} folder
 * @param {string} file
 */
function read(folder, file) {
  return readFileSync(`${folder}/${file}`, 'utf8')
}
