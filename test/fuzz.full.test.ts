/**
 * Random inputs against invariants: a few with a fixed seed in every run, others for as long as `npm run fuzz -- --minutes 10` says.
 * A failure is shrunk and written to `tools/fuzz/kept/`, whose files every run tries again.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hold, type Target } from '../tools/fuzz/target.js'
import { bytes } from '../tools/fuzz/targets/bytes.js'
import { control } from '../tools/fuzz/targets/control.js'
import { faults } from '../tools/fuzz/targets/faults.js'
import { candleFiles, catalogues, comparedSources, programOutput } from '../tools/fuzz/targets/files.js'
import { frames } from '../tools/fuzz/targets/frames.js'
import { options, signedRows } from '../tools/fuzz/targets/inputs.js'
import { requests } from '../tools/fuzz/targets/requests.js'
import { scenarioRuns, scenarioTexts, scenarioValues } from '../tools/fuzz/targets/scenarios.js'
import { startWorld, type World } from '../tools/fuzz/world.js'
import { controlOf } from './support/control.js'
import { FULL_TEST_MS } from './support/patience.js'

const TARGETS = [
  requests,
  bytes,
  control,
  scenarioTexts,
  scenarioValues,
  scenarioRuns,
  faults,
  frames,
  options,
  signedRows,
  catalogues,
  candleFiles,
  comparedSources,
  programOutput,
]

/** Undefined: a fixed number of inputs from a fixed seed. */
const minutes = process.env.GMX_SIM_FUZZ_MINUTES
const RUNS = 12
const seed = Number(
  process.env.GMX_SIM_FUZZ_SEED ?? (minutes && Math.trunc(performance.timeOrigin) % 2 ** 31) ?? 1,
)
const only = process.env.GMX_SIM_FUZZ_TARGET
const chosen = TARGETS.filter(({ name }) => only === undefined || name === only)
if (chosen.length === 0)
  throw new Error(`no target ${only}: write one of ${TARGETS.map(({ name }) => name).join(', ')}`)
const shareMs = minutes === undefined ? undefined : (Number(minutes) * 60_000) / chosen.length
const MAX_GROWTH_BYTES = 20 << 20
const GOLDEN = [
  '/arbitrum/prices/tickers',
  '/avalanche/markets/info',
  '/botanix/prices/candles?tokenSymbol=BTC&period=5m&limit=500',
  '/arbitrum/tokens',
]

const KEPT = fileURLToPath(new URL('../tools/fuzz/kept/', import.meta.url))
mkdirSync(KEPT, { recursive: true })
const kept = readdirSync(KEPT).filter((name) => name.endsWith('.json'))

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** Invariants after each target: alive, no bug, no held request, memory released, the same bytes as an untouched server. */
async function expectUnharmed(usedBefore: number): Promise<string> {
  const { attacked, clean } = world
  hold(attacked.isAlive, 'the server is alive')
  hold(attacked.bugs.length === 0, 'it met no bug', attacked.bugs)
  await controlOf(attacked.url).post('/reset')
  for (const path of GOLDEN) {
    const [one, other] = await Promise.all(
      [attacked, clean].map(async ({ url }) => (await fetch(url + path)).text()),
    )
    hold(
      one === other,
      `${path} has the bytes of a clean server`,
      [one, other].map((text) => text.slice(0, 300)),
    )
  }
  let grownBytes = Infinity
  for (let tries = 0; grownBytes > MAX_GROWTH_BYTES && tries < 20; tries++) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 250))
    grownBytes = (await attacked.usedBytes()) - usedBefore
  }
  hold(grownBytes <= MAX_GROWTH_BYTES, 'memory is given back', grownBytes)
  return `memory ${(grownBytes / 2 ** 20).toFixed(1)} MB more`
}

describe(`fuzz, seed ${seed}`, () => {
  const named = chosen.map((target): [string, Target] => [target.name, target])
  test.each(named)('%s', { timeout: 10 * (shareMs ?? 0) + FULL_TEST_MS }, async (_, target) => {
    // Lazy loading and bounded caches do not count as growth.
    for (const path of GOLDEN) await (await fetch(world.attacked.url + path)).arrayBuffer()
    const usedBefore = await world.attacked.usedBytes()
    let count = 0
    const property = fc.asyncProperty(target.inputs, async (input) => {
      count += target.count?.(input) ?? 1
      await target.attack(input, world)
    })
    const run = await fc.check(property, {
      seed,
      ...(shareMs === undefined
        ? { numRuns: RUNS }
        : { numRuns: 2 ** 31 - 1, interruptAfterTimeLimit: shareMs }),
      markInterruptAsFailure: false,
    })
    const isFinding = run.failed && run.counterexample !== null
    if (isFinding) keep(target, run.counterexample?.[0])
    await target.tidy?.(world)
    console.log(`fuzz ${target.name}: ${run.numRuns} runs, ${count} inputs, seed ${seed}`)
    if (isFinding) throw new Error(fc.defaultReportMessage(run), { cause: run.errorInstance })
    console.log(`fuzz ${target.name}: ${await expectUnharmed(usedBefore)}`)
    expect(count).toBeGreaterThan(0)
  })
})

function keep(target: Target, input: unknown): void {
  const text = `${JSON.stringify({ target: target.name, input }, null, 2)}\n`
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  writeFileSync(new URL(`../tools/fuzz/kept/${target.name}-${hash}.json`, import.meta.url), text)
}

describe('regressions found earlier', () => {
  test.each(kept)('%s', async (name) => {
    const { target, input } = JSON.parse(
      readFileSync(new URL(`../tools/fuzz/kept/${name}`, import.meta.url), 'utf8'),
    )
    const found = TARGETS.find((one) => one.name === target)
    if (found === undefined) throw new Error(`no target ${target}`)
    await found.attack(input, world)
    await found.tidy?.(world)
  })
})
