/** Answers a second under load, and how long the slowest hundredth waits. */
import { checkAnew, likeness, sizeOf } from '../bodies.js'
import { FAULTY_ONE_IN, IDLE_RULES } from '../contenders/contender.js'
import { BenchError } from '../host/errors.js'
import { byTurns } from '../rounds.js'
import { able, withServers } from './set-up.js'
import { judged, toRead } from './topic.js'

/**
 * @typedef {import('./set-up.js').Plan} Plan
 * @typedef {import('./set-up.js').Served} Served
 * @typedef {import('./topic.js').Topic} Topic
 * @typedef {import('./topic.js').Contender} Contender
 * @typedef {import('./topic.js').Column} Column
 * @typedef {import('../clients/clients.js').Client} Client
 * @typedef {import('../contenders/contender.js').SetUp} SetUp
 * @typedef {import('../contenders/contender.js').BodyName} BodyName
 *
 * @typedef {object} Question
 * @property {string} name
 * @property {BodyName} body
 * @property {number} connections
 * @property {boolean} [anotherUrl]
 * @property {boolean} [withTail] Whether the slowest hundredth gets a column too.
 */

const CONNECTIONS = 16
/**
 * How far from 5 % the bad replies may be, as a part of it: enough to tell that they are there. It takes chance some way off,
 * and a server whose states go round, as requests that come at once find it in the same state.
 */
const MAX_OFF = 0.5

/** Of everyone who can, the same bytes without anything to decide. @param {Plan} plan @returns {Promise<Topic[]>} */
export async function measurePlain(plan) {
  const contenders = able(plan, 'plain')
  return withServers(contenders, 'plain', plan, async (servers) => {
    await warm(servers, plan)
    const topics = []
    for (const client of plan.clients) {
      const isFirst = client === plan.clients[0]
      const asked = []
      for (const question of plainQuestions(plan, isFirst))
        asked.push(...(await ask(servers, 'plain', plan, client, question)))
      topics.push({
        title: `Replies a second by ${client.name}: ${sizeOf(plan.bodies.tickers)} and ${CONNECTIONS} connections where no other is named`,
        columns: isFirst ? [toRead('body', await likenesses(servers, plan)), ...asked] : asked,
        notes: [
          'cold: the same bytes at a URL that was never asked before; all else is hot. p99: ms within which 99 % of the replies are there.',
        ],
      })
    }
    return topics
  })
}

/** Where there is something to decide. @param {Plan} plan @returns {Promise<Topic[]>} */
export async function measureSpecial(plan) {
  /** @type {Map<Client, Column[]>} */
  const columns = new Map(plan.clients.map((client) => [client, []]))
  for (const [setUp, name] of SPECIAL)
    await withServers(able(plan, setUp), setUp, plan, async (servers) => {
      await warm(servers, plan)
      for (const [client, list] of columns)
        list.push(
          ...(await ask(servers, setUp, plan, client, { name, body: 'tickers', connections: CONNECTIONS })),
        )
    })
  return [...columns].map(([client, list]) => ({
    title: `Replies a second by ${client.name}: tickers, ${CONNECTIONS} connections, with something to decide`,
    columns: list,
    notes: [
      `${IDLE_RULES} rules: as many stand by that no request is meant for. 5 % faults: one reply in twenty is a 500. anew: every reply has other prices.`,
    ],
  }))
}

/** @type {readonly (readonly [SetUp, string])[]} */
const SPECIAL = [
  ['rules', `${IDLE_RULES} rules`],
  ['faults', '5 % faults'],
  ['anew', 'anew'],
]

/** Sizes are asked by the first client only. @param {Plan} plan @param {boolean} withSizes @returns {Question[]} */
function plainQuestions({ bodies, connections, sizes }, withSizes) {
  return [
    ...connections.map((count) => ({
      name: `${count} conn.`,
      body: /** @type {const} */ ('tickers'),
      connections: count,
      withTail: count === CONNECTIONS,
    })),
    ...(withSizes ? sizes : []).map((body) => ({
      name: sizeOf(bodies[body]),
      body,
      connections: CONNECTIONS,
    })),
    { name: 'cold', body: 'tickers', connections: CONNECTIONS, anotherUrl: true },
  ]
}

/**
 * Just-in-time compilers need their time, Java's most.
 * @param {ReadonlyMap<Contender, Served>} servers
 * @param {Plan} plan
 */
async function warm(servers, { clients: [client], warmUpSeconds }) {
  for (const { url } of servers.values())
    await client.run({ url: url('tickers'), connections: CONNECTIONS, seconds: warmUpSeconds })
}

/**
 * @param {ReadonlyMap<Contender, Served>} servers
 * @param {SetUp} setUp
 * @param {Plan} plan
 * @param {Client} client
 * @param {Question} question
 * @returns {Promise<Column[]>}
 */
async function ask(servers, setUp, { bodies, rounds, seconds }, client, { name, withTail, ...question }) {
  const check = async () => {
    for (const [{ name: who }, { url }] of servers)
      if (setUp === 'anew') await checkAnew(who, url(question.body), bodies[question.body])
      else await likeness(who, url(question.body), bodies[question.body])
  }
  await check()
  const seen = await byTurns([...servers], { warmUp: 0, rounds }, async ([who, { url }]) =>
    checked(who, setUp, await client.run({ ...question, url: url(question.body), seconds })),
  )
  await check()
  const byWho = new Map([...seen].map(([[who], values]) => [who, values]))
  const rate = judged(name, 'more', byWho, ({ answers, seconds }) => answers / seconds)
  return withTail ? [rate, judged(`p99, ${name}`, 'less', byWho, ({ p99Ms }) => p99Ms)] : [rate]
}

/** @param {ReadonlyMap<Contender, Served>} servers @param {Plan} plan */
async function likenesses(servers, { bodies }) {
  const texts = new Map()
  for (const [who, { url }] of servers)
    texts.set(who, await likeness(who.name, url('tickers'), bodies.tickers))
  return texts
}

/**
 * @param {Contender} who
 * @param {SetUp} setUp
 * @param {import('../clients/clients.js').Seen} seen
 */
function checked({ name }, setUp, seen) {
  const share = setUp === 'faults' ? 1 / FAULTY_ONE_IN : 0
  const meant = share * seen.answers
  const isGood = seen.answers > 0 && Math.abs(seen.refused - meant) <= MAX_OFF * meant
  if (isGood && seen.lost === 0) return seen
  throw new BenchError(
    `${name} did not answer as it was set up to`,
    `${seen.answers} answers, ${seen.refused} of them with another status than 2xx, ${seen.lost} lost`,
    'run again with the machine less busy, or see its set-up in contenders/',
  )
}
