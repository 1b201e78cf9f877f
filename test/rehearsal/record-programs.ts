/** Records the clients of `clients/programs.md`, which are programs, in real time: `npm run record:clients`. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { readParts } from '../../src/rehearsal/drill.js'
import { rehearsePrograms } from '../../src/rehearsal/run.js'
import { LIVE_DEFAULTS, readSettings } from '../../src/server/config/resolve.js'
import { createInterceptor } from '../../src/server/http/intercept/interceptor.js'
import { WARM_UP_MS } from './clients/scenarios.js'
import { recordingPath, writeRecording } from './recorded.js'
import { incidentOf, PROGRAM_ROWS } from './verdicts.js'

/** Programs at once, so that booting ones do not disturb the others for long. */
const AT_ONCE = 6
const OBSERVE = /acted on (?<symbol>\w+) at (?<price>[\d.]+)/
/** Asks the live hosts in its source, which are intercepted. */
const BY_HOST = '-by-host'
const IN_PYTHON = ['urllib3', 'httpx', 'tenacity']

/** Records those whose names contain `wanted`. */
export async function recordPrograms(root: string, wanted: string): Promise<void> {
  const clients = new Set(PROGRAM_ROWS.map(({ client }) => client).filter((name) => name.includes(wanted)))
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-record-'))
  const interceptor = createInterceptor({
    liveHosts: loadCatalogue().bases.liveHosts,
    isOffline: true,
    token: undefined,
    env: process.env,
    warn: console.warn,
  })
  // Compilers would hold up the simulator and clients that run.
  const commands = [...clients].map((client) => {
    const isByHost = client.endsWith(BY_HOST)
    return { client, isByHost, command: commandOf(root, folder, client.replace(BY_HOST, ''), isByHost) }
  })
  const waiting = commands.values()
  const work = async () => {
    for (const { client, isByHost, command } of waiting) {
      const rows = PROGRAM_ROWS.filter((row) => row.client === client)
      mkdirSync(join(folder, client))
      const { timelines } = await rehearsePrograms({
        parts: await readParts(
          rows.map((row) => incidentOf(row).scenario),
          loadCatalogue(),
        ),
        settings: readSettings(
          { port: '0', clock: 'real' },
          {},
          undefined,
          isByHost ? LIVE_DEFAULTS : undefined,
        ),
        isSeedGiven: false,
        command,
        given: {},
        observe: OBSERVE,
        clients: 1,
        jobs: rows.length,
        durations: { warmUpMs: WARM_UP_MS, coolDownMs: incidentOf(rows[0]).coolDownMs },
        failOn: 'must',
        logs: join(folder, client),
        signal: new AbortController().signal,
        ...(isByHost && { interceptor }),
        onBug: (error) => {
          throw error
        },
        onEvent: () => {},
      })
      for (const [index, row] of rows.entries()) {
        const { scenario } = incidentOf(row)
        const timeline = { ...timelines[index], scenario: scenario.name ?? row.incident }
        writeFileSync(recordingPath(client, row.incident), writeRecording(timeline))
        console.log(`${client}, ${row.incident}: ${timeline.requests.length} requests`)
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  } finally {
    interceptor.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

export function commandOf(
  root: string,
  folder: string,
  client: string,
  isByHost: boolean,
): readonly string[] {
  const languages = join(root, 'test/rehearsal/clients/languages')
  const installs = join(root, 'test/installs/clients')
  if (client === 'official-sdk')
    return [process.execPath, join(root, 'test/rehearsal/clients/main.js'), client]
  if (IN_PYTHON.includes(client)) return ['/usr/bin/python3', join(installs, 'poll.py'), client]
  const [language, mode] = client.split('-')
  const bases = isByHost ? [] : ['{arbitrum}', '{arbitrum.fallback}']
  switch (language) {
    case 'go': {
      const program = join(folder, `${client}${isByHost}`)
      run('go', 'build', '-o', program, join(languages, 'poll.go'))
      return [program, mode, ...bases]
    }
    case 'java':
      run('javac', '-d', folder, join(languages, 'Poll.java'))
      return ['java', '-cp', folder, 'Poll', mode, ...bases]
    case 'ruby':
      return ['ruby', join(languages, 'poll.rb'), mode, ...bases]
    case 'python':
      return ['/usr/bin/python3', join(languages, 'poll.py'), mode, ...bases]
    default:
      return [process.execPath, join(installs, 'poll.mjs'), client]
  }
}

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}
