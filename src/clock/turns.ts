/** Turns of the event loop and real time, also where a test has put its own timers in place of Node's. */
import * as timers from 'node:timers'

// Taken now: fake timers replace what is found in the module later on.
const { setImmediate: realImmediate, setTimeout: realTimeout } = timers

/** Lets everything that is ready happen once. */
export function turn(): Promise<void> {
  return new Promise((resolve) => void realImmediate(resolve))
}

/** Waits a real millisecond, or somewhat more. */
export function realMillisecond(): Promise<void> {
  return new Promise((resolve) => void realTimeout(resolve, 1))
}

const waiting: (() => void)[] = []

/** A turn for oneself: however many have long work to do, one of them goes on in each, and others are answered in between. */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) realImmediate(letOneGoOn)
  })
}

function letOneGoOn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) realImmediate(letOneGoOn)
}
