/** Clients with the live hosts in their source, run unchanged, offline. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/cli.js'
import { installed } from '../support/installed.js'
import { wish } from '../support/needs.js'
import { createProject } from '../support/project.js'
import { GOCACHE, has, pythonWith } from './programs.js'

const TICKERS = '127\n'
const stderr = expect.stringMatching(
  /^gmx-sim: answered \d+ requests? to the live hosts in the observed dialect\n$/,
)
const packages = join(ROOT, 'test/installs/clients/node_modules')
const project = createProject('examples/clients', {
  axios: join(packages, 'axios'),
  got: join(packages, 'got'),
  undici: join(ROOT, 'node_modules/undici'),
})
const runOffline = (...command: readonly string[]) =>
  project.bin('gmx-sim', ['run', '--offline', '--', ...command], { NODE_NO_WARNINGS: '', GOCACHE })

// Clients of a package use what Node has built in.
test.skipIf(!installed('node-versions') || !installed('clients')).each([
  [20, 'undici.js'],
  [22, 'axios.js'],
  [24, 'got.js'],
  [26, 'fetch.js'],
  [26, 'https.js'],
])('Node %d: %s', async (major, file) => {
  const node = join(ROOT, `test/installs/node-versions/node_modules/node${major}/bin/node`)
  expect(await runOffline(node, file)).toEqual({ code: 0, stdout: TICKERS, stderr })
})

test.each(['urllib', 'requests', 'httpx', 'aiohttp'])('Python: %s', async (module) => {
  const python = pythonWith(module)
  if (!wish(python !== undefined, `Python has no ${module}`, `apt-get install python3-${module}`)) return
  const ended = await runOffline(python ?? '', `python_${module}.py`)
  expect(ended).toEqual({ code: 0, stdout: TICKERS, stderr })
})

test.each([
  ['curl', 'curl', ['sh', 'curl.sh']],
  ['go', 'golang-go', ['go', 'run', 'net_http.go']],
  ['java', 'default-jdk', ['java', 'Java.java']],
])('%s', async (program, packaged, command) => {
  if (!wish(has('which', program), `${program} is not installed`, `apt-get install ${packaged}`)) return
  expect(await runOffline(...command)).toMatchObject({ code: 0, stdout: TICKERS })
})
