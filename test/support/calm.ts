/** Programs in real time start one after the other on a calm machine: a boot takes time from the rehearsals that are under way. */
import { mkdirSync, rmdirSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Made by the one worker of a run that looks at the load. */
const TURN = join(tmpdir(), 'turn-to-start')
const AGAIN_MS = 100
const LOOK_MS = 1000
/** Idle share of the machine in one look, which includes the last start. */
const CALM = 0.4
/** Where others keep the machine busy for good, programs start all the same. */
const AT_MOST_MS = 60_000

let queue = Promise.resolve()

/** Resolves when the next program may start, at least one look after the one before. */
export function untilCalm(): Promise<void> {
  const endMs = performance.now() + AT_MOST_MS
  queue = queue.then(async () => {
    while (!isMade(TURN)) await setTimeout(AGAIN_MS)
    try {
      while ((await idleShare()) < CALM && performance.now() < endMs);
    } finally {
      rmdirSync(TURN)
    }
  })
  return queue
}

function isMade(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function idleShare(): Promise<number> {
  const before = ticks()
  await setTimeout(LOOK_MS)
  const now = ticks()
  return (now.idle - before.idle) / (now.all - before.all)
}

function ticks(): { readonly idle: number; readonly all: number } {
  const times = cpus().map(({ times }) => times)
  const sum = (of: (time: (typeof times)[number]) => number) => times.reduce((all, each) => all + of(each), 0)
  return { idle: sum(({ idle }) => idle), all: sum((each) => Object.values(each).reduce((a, b) => a + b)) }
}
