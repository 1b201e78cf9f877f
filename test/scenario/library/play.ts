/** Plays a client against a scenario of the library, as plays.yaml says. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { requestOnce } from '../../../src/entrypoints/cli/get.js'
import { parseDuration } from '../../../src/kit/text/duration.js'
import { type ClientOptions, type createClient, NoAnswer } from '../../support/client.js'
import { settingsFor } from '../../support/simulator.js'
import { ACTS, CHECKS } from './acts.js'
import { counted, heldBy, type Stage, stageOf } from './stage.js'

interface Client extends Pick<ClientOptions, 'triesPerBase' | 'backoffMs'> {
  readonly bases?: readonly string[]
  readonly check?: string
  readonly givesUpOn?: string
}
interface Play {
  readonly client?: Client
  readonly journal?: string
  readonly [act: string]: unknown
}

const PLAYS: Readonly<Record<string, Readonly<Record<string, Play>>>> = parse(
  readFileSync(join(import.meta.dirname, 'plays.yaml'), 'utf8'),
)
export const FACTS = Object.entries(PLAYS).flatMap(([scenario, plays]) =>
  Object.entries(plays).map(([fact, play]) => ({ scenario, fact, acts: Object.keys(play) })),
)

export async function play(scenario: string, fact: string): Promise<void> {
  const { client = {}, journal, ...acts } = PLAYS[scenario][fact]
  const stage = await stageOf(scenario)
  const { session } = stage.simulator
  const get = stage.client(optionsOf(stage, client))
  for (const [key, expected] of Object.entries(acts)) {
    const [at, subject] = key.split(' ')
    session.clock.set({ atMs: Math.max(session.nowMs(), stage.startMs + parseDuration(at)) })
    if (subject.startsWith('/'))
      for (const tries of [expected].flat()) expect(await triesOf(get, subject), key).toBe(tries)
    else if (subject.includes('/')) await expectReply(stage, subject, expected)
    else await ACTS[subject](expected as never, stage, get)
  }
  const outcomes = session.journal
    .entries()
    .map(({ base, status, rule }) => [base, status ?? '-', ...(rule === null ? [] : [rule])].join(' '))
  if (journal !== undefined) expect(counted(outcomes)).toBe(journal)
}

function optionsOf(stage: Stage, { bases, check, givesUpOn, ...options }: Client): Partial<ClientOptions> {
  return {
    ...options,
    ...(bases && { bases: Object.fromEntries(bases.map((base) => [base, stage.bases[base]])) }),
    ...(check && { check: (body: never) => CHECKS[check](body, stage) }),
    ...(givesUpOn && { patience: () => heldBy(givesUpOn, stage) }),
  }
}

async function triesOf(get: ReturnType<typeof createClient>, path: string): Promise<string> {
  const { tries } = await get(path).catch((error: unknown) => {
    if (error instanceof NoAnswer) return error
    throw error
  })
  return counted(tries)
}

async function expectReply({ simulator }: Stage, place: string, expected: unknown): Promise<void> {
  const path = place.replace(/^[^/]*/, '')
  const url = place.replace(/^[^/]*/, (base) => simulator.baseUrls.arbitrum[base])
  if (expected === 'closed') return expect(fetch(url), place).rejects.toThrow('fetch failed')
  const reply = await fetch(url)
  const seen = { ...Object.fromEntries(reply.headers), status: reply.status, body: await reply.text() }
  if (typeof expected === 'number') return expect(seen.status, place).toBe(expected)
  if (typeof expected === 'object') return expect(seen, place).toMatchObject(expected as object)
  const [, age = '0s'] = /^healthy(?: (\w+) ago)?$/.exec(String(expected)) as RegExpExecArray
  const at = new Date(simulator.session.nowMs() - parseDuration(age)).toISOString()
  const healthy = await requestOnce(
    `${place.startsWith('api') ? 'arbitrum-api' : 'arbitrum'}${path}`,
    settingsFor({ at }),
  )
  expect(seen, place).toMatchObject({ status: 200, body: String(healthy.body) })
}
