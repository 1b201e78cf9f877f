/**
 * Duration of whole rehearsals: ten concurrent scenarios compared with the longest of them alone, each with its own program; and the
 * drill in process, in a fresh process as in a test file of a user.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { interleaved, median, medianRatio } from './rounds.js'
import { atMost, beside } from './table.js'

const run = promisify(execFile)
const CLI = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const DRILL = fileURLToPath(new URL('drill.js', import.meta.url))
const MAX_DRILL_SECONDS = 10
const MAX_TIMES_LONGEST = 1.1
const DRILL_ROUNDS = 3
/** Runs in real time: one round of each takes twice the longest scenario. */
const LIMITS = { rounds: 1 }

/** Polls four times per second and fails over to the fallback. */
const CLIENT = `
const { env } = process
for (;;) {
  for (const base of [env.GMX_SIM_ARBITRUM_URL, env.GMX_SIM_ARBITRUM_FALLBACK_URL])
    if (await fetch(base + '/prices/tickers').then((reply) => reply.text(), () => '')) break
  await new Promise((resolve) => setTimeout(resolve, 250))
}
`

export async function measureRehearsals() {
  return [await measureSideBySide(), await measureDrill()]
}

async function measureSideBySide() {
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-bench-'))
  const files = Array.from({ length: 10 }, (_, index) => {
    const path = join(folder, `${index + 1}.yaml`)
    const seconds = index + 1
    writeFileSync(
      path,
      `rules: [{ match: { base: primary }, when: { until: ${seconds}s }, fault: { close: true } }]\n`,
    )
    return path
  })
  const rehearse = (/** @type {readonly string[]} */ paths) =>
    run(execPath, [
      CLI,
      'rehearse',
      ...paths,
      ...['--warm-up', '5s', '--cool-down', '5s', '--fail-on', '0', '--logs', join(folder, 'logs')],
      ...['--', execPath, '--input-type=module', '-e', CLIENT],
    ])
  try {
    const [ten, longest] = await interleaved(
      [{ run: () => rehearse(files) }, { run: () => rehearse(files.slice(-1)) }],
      LIMITS,
    )
    return beside(
      'ten scenarios side by side',
      {
        value: median(ten) / 1000,
        other: median(longest) / 1000,
        ratio: medianRatio(ten, longest),
        unit: 's',
        otherName: 'the longest alone',
      },
      { most: MAX_TIMES_LONGEST },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The compiler is cold each time. */
async function measureDrill() {
  const seconds = []
  for (let round = 0; round < DRILL_ROUNDS; round++)
    seconds.push(Number((await run(execPath, [DRILL])).stdout))
  return atMost(
    'the drill in process, first of its process',
    { value: median(seconds), least: Math.min(...seconds), unit: 's' },
    { most: MAX_DRILL_SECONDS },
  )
}
