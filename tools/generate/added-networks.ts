/** Networks from the catalogue files in `fixtures/networks/`, in the format of fixtures. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixtureFiles } from '../../src/market/catalogue/load.js'
import { applyOverlay } from '../../src/scenario/custom-catalogue/apply.js'
import { toDraft } from '../../src/scenario/custom-catalogue/draft.js'
import { readOverlay } from '../../src/scenario/custom-catalogue/read.js'
import { ROOT } from './root.js'

const FOLDER = join(ROOT, 'fixtures/networks')
const NONE = { assets: {}, networks: {}, tokens: {}, markets: {}, glvs: {} }

/** Builds `fixtures/added-networks.json`. Throws unless each file has one new network, named like it, with a host per base. */
export async function addedNetworks(): Promise<string> {
  const draft = toDraft(fixtureFiles(NONE))
  const assets = { ...draft.assets }
  const names: string[] = []
  for (const file of existsSync(FOLDER) ? readdirSync(FOLDER).sort() : []) {
    const name = file.replace(/\.yaml$/, '')
    const { overlay, refuse, judge } = await readOverlay(readFileSync(join(FOLDER, file), 'utf8'), file)
    for (const key of Object.keys(overlay.networks ?? {}))
      if (key !== name || Object.hasOwn(draft.networks, key))
        refuse(['networks', key], `write ${name}, as the file is called, which no other network is`)
    applyOverlay(draft, overlay, refuse)
    for (const [base, host] of Object.entries(draft.networks[name]?.bases ?? {}))
      if (host === undefined) refuse(['networks', name, 'bases'], `the host of ${base} is missing: write it`)
    judge()
    names.push(name)
  }
  const ofEach = <T>(lists: Readonly<Record<string, T>>) =>
    Object.fromEntries(names.map((name) => [name, lists[name]]))
  const tokens = ofEach(draft.tokens)
  const added = {
    note: ['Made by `npm run generate` from the files of fixtures/networks: not to be changed by hand.'],
    assets: Object.fromEntries(
      Object.entries(draft.assets).filter(([name, asset]) => assets[name] !== asset),
    ),
    networks: ofEach(draft.networks),
    // Built-in tokens draw by their position.
    tokens: Object.fromEntries(
      Object.entries(tokens).map(([name, list]) => [name, list.map(({ drawIndex, ...token }) => token)]),
    ),
    markets: ofEach(draft.markets),
    glvs: ofEach(draft.glvs),
  }
  return `${JSON.stringify(added, null, 2)}\n`
}
