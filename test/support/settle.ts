/** Set-up of the real-time lane, whose files begin together: none rehearses while others load their sources or boot many programs. */
import { cpus } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { beforeAll, expect } from 'vitest'
import { PATIENCE_MS } from './patience.js'

const LOOK_MS = 1000
/** Share of the machine that programs leave idle once they have started. */
const CALM = 0.4
const CALM_LOOKS = 3
/** The order in which files begin, longest first; others follow. */
const ORDER = ['verdicts', 'intercepted', 'readme', 'attach', 'command', 'programs', 'leaving']
const APART_MS = 6000

beforeAll(async () => {
  // Where others keep the machine busy for good, tests begin all the same.
  const endMs = performance.now() + PATIENCE_MS
  let before = ticks()
  for (let calm = 0; calm < CALM_LOOKS && performance.now() < endMs; ) {
    await setTimeout(LOOK_MS)
    const now = ticks()
    calm = now.idle - before.idle > CALM * (now.all - before.all) ? calm + 1 : 0
    before = now
  }
  const { testPath = '' } = expect.getState()
  const turn = ORDER.findIndex((name) => testPath.includes(`/${name}.`))
  await setTimeout(APART_MS * (turn < 0 ? ORDER.length : turn))
})

function ticks(): { readonly idle: number; readonly all: number } {
  const times = cpus().map(({ times }) => times)
  const sum = (of: (time: (typeof times)[number]) => number) => times.reduce((all, each) => all + of(each), 0)
  return { idle: sum(({ idle }) => idle), all: sum((each) => Object.values(each).reduce((a, b) => a + b)) }
}
