/**
 * How far this process's stopwatch, which starts with it, is behind the machine's: as seen when the least time passed
 * between looking at the one and at the other: the first looks are slow ones.
 */
const BEHIND_MS = Array.from({ length: 10 }, () => {
  const before = performance.now()
  const machine = Number(process.hrtime.bigint()) / 1e6
  const after = performance.now()
  return { apart: after - before, behind: machine - (before + after) / 2 }
}).reduce((best, look) => (look.apart < best.apart ? look : best)).behind

/**
 * Real ms since some instant that is the same for all processes of this machine, such as when it was started; setting the
 * machine's clock does not change it.
 */
export function machineMs(): number {
  return performance.now() + BEHIND_MS
}
