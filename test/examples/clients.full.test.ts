/** Clients with the live hosts in their source, run unchanged, offline. */
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../support/cli.js'
import { installed } from '../support/installed.js'
import { wish } from '../support/needs.js'
import { createProject, type Project } from '../support/project.js'

const TICKERS = '127\n'
const ANSWERED = expect.stringMatching(
  /^gmx-sim: answered \d+ requests? to the live hosts in the observed dialect\n$/,
)
const CLIENTS = `${ROOT}/test/installs/clients/node_modules`

const projects: Project[] = []
afterAll(() => {
  for (const project of projects) project.remove()
})

/** The example, with packages linked. */
function projectWith(packages: Readonly<Record<string, string>> = {}): Project {
  const project = createProject('examples/clients', packages)
  projects.push(project)
  return project
}

const runIn = (project: Project, ...command: readonly string[]) =>
  project.bin('gmx-sim', ['run', '--offline', '--', ...command], {
    NODE_NO_WARNINGS: '',
    GOCACHE: `${project.path}/.cache`,
  })

const has = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
/** The usual Python or that of the system, whichever has a module. */
const pythonWith = (module: string) =>
  ['python3', '/usr/bin/python3'].find((python) => has(python, '-c', `import ${module}`))

describe
  .skipIf(!installed('node-versions') || !installed('clients'))
  .each(['node20', 'node22', 'node24', 'node26'])('%s', (version) => {
  const node = `${ROOT}/test/installs/node-versions/node_modules/${version}/bin/node`
  let project: Project
  beforeAll(() => {
    const packages = ['axios', 'got'].map((name) => [name, `${CLIENTS}/${name}`])
    project = projectWith({ ...Object.fromEntries(packages), undici: `${ROOT}/node_modules/undici` })
  })

  test.each(['fetch.js', 'https.js', 'undici.js', 'axios.js', 'got.js'])('%s', async (file) => {
    expect(await runIn(project, node, file)).toEqual({ code: 0, stdout: TICKERS, stderr: ANSWERED })
  })
})

test.each(['urllib', 'requests', 'httpx', 'aiohttp'])('Python: %s', async (module) => {
  const python = pythonWith(module)
  if (!wish(python !== undefined, `Python has no ${module}`, `apt-get install python3-${module}`)) return
  const ended = await runIn(projectWith(), python ?? '', `python_${module}.py`)
  expect(ended).toEqual({ code: 0, stdout: TICKERS, stderr: ANSWERED })
})

test.each([
  ['curl', 'curl', ['sh', 'curl.sh']],
  ['Go', 'golang-go', ['go', 'run', 'net_http.go']],
  ['Java', 'default-jdk', ['java', 'Java.java']],
])('%s', async (name, packaged, command) => {
  const program = command[0] === 'sh' ? name : command[0]
  if (!wish(has('which', program), `${program} is not installed`, `apt-get install ${packaged}`)) return
  expect(await runIn(projectWith(), ...command)).toMatchObject({ code: 0, stdout: TICKERS })
})
