/** A run: who takes part, how much of everything, topic after topic. Prints tables, and resolves to the exit code. */
import { availableParallelism, cpus, release, totalmem } from 'node:os'
import { makeBodies } from './bodies.js'
import { autocannon, findWrk } from './clients/clients.js'
import { bareHttp, expressRoute } from './contenders/bars.js'
import { gmxSim } from './contenders/gmx-sim.js'
import { jsonServer } from './contenders/json-server.js'
import { mockoon } from './contenders/mockoon.js'
import { prism } from './contenders/prism.js'
import { wiremock } from './contenders/wiremock.js'
import { leadsOf, textOf } from './report.js'
import { measureCycles } from './topics/cycles.js'
import { measureHeld } from './topics/held.js'
import { measurePlain, measureSpecial } from './topics/load.js'
import { measureMemory } from './topics/memory.js'

const CONTENDERS = [gmxSim, jsonServer, mockoon, prism, wiremock, bareHttp, expressRoute]
/** @typedef {Omit<import('./topics/set-up.js').Plan, 'bodies' | 'contenders' | 'clients'>} Amounts */
/** @type {Amounts} */
const FULL = {
  seconds: 1,
  warmUpSeconds: 4,
  rounds: 4,
  connections: [1, 16, 64],
  sizes: ['signed', 'small'],
  cycles: 50,
  fewRounds: 3,
  requests: 10_000,
}
/** @type {Amounts} */
const QUICK = {
  seconds: 1,
  warmUpSeconds: 1,
  rounds: 1,
  connections: [16],
  sizes: [],
  cycles: 5,
  fewRounds: 1,
  requests: 2000,
}
const TOPICS = [measurePlain, measureSpecial, measureHeld, measureCycles, measureMemory]
const SOMEBODY_AHEAD = 5

/** @param {{ isQuick: boolean }} how */
export async function compare({ isQuick }) {
  const wrk = findWrk()
  if (wrk === undefined)
    say(
      'wrk is not installed, so autocannon alone is the load; on Debian, apt-get install wrk gives the second one',
    )
  const clients = [...(wrk ? [wrk] : []), autocannon]
  const plan = { bodies: makeBodies(), contenders: CONTENDERS, clients, ...(isQuick ? QUICK : FULL) }
  const topics = []
  for (const measure of TOPICS) {
    const found = await measure(plan)
    topics.push(...found)
    for (const topic of found) process.stdout.write(`${textOf(topic, CONTENDERS)}\n`)
  }
  const leads = leadsOf(topics)
  process.stdout.write(
    [...footnotes(), '', machine(clients), '', verdict(leads)].map((line) => `${line}\n`).join(''),
  )
  return leads.length > 0 ? SOMEBODY_AHEAD : 0
}

/** Why there is a `-`, and why a body is not the same bytes. */
function footnotes() {
  return CONTENDERS.flatMap(({ name, role, missing, jsonOnly, cannot }) => {
    if (missing !== undefined) return [`- ${name}: not available here: ${missing}`]
    if (role !== 'peer') return []
    const lacks = Object.entries(cannot).map(([setUp, why]) => `no ${setUp}: ${why}`)
    const all = [...(jsonOnly === undefined ? [] : [`same JSON only: ${jsonOnly}`]), ...lacks]
    return all.length === 0 ? [] : [`- ${name}: ${all.join('; ')}`]
  })
}

/** @param {readonly { name: string }[]} clients */
function machine(clients) {
  const { model = 'unknown' } = cpus()[0] ?? {}
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GB`
  const where = `${process.platform} ${release()} ${process.arch}, ${availableParallelism()} cores, ${model}, ${memory}`
  return `Node ${process.version}, ${where}; ${clients.map(({ name }) => name).join(', ')}`
}

/** @param {readonly string[]} leads */
function verdict(leads) {
  if (leads.length === 0) return 'Every peer is behind gmx-sim in every column that it has.'
  return ['AHEAD of gmx-sim:', '', ...leads.map((lead) => `- ${lead}`)].join('\n')
}

/** @param {string} sentence */
function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}
