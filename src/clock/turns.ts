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
