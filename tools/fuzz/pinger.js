/**
 * Pings two servers every 50 ms from a process of its own, and tells by how much the first kept it waiting longer than the
 * other: what both suffer from is the machine. So is what the first did not spend at work: a machine that does
 * something else lets it wait, and whoever pings it. Where that cannot be told, all of it counts.
 */
import { readFileSync } from 'node:fs'

const [attacked, clean, pid] = process.argv.slice(2)
let worstMs = 0
let worstWithMachineMs = 0

/** How long the thread that answers has been at work. */
function workMs() {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return undefined
  }
}

/** @param {string} url */
async function pingMs(url) {
  const start = performance.now()
  await (await fetch(`${url}/arbitrum/ping`)).arrayBuffer()
  return performance.now() - start
}

async function ping() {
  const before = workMs()
  try {
    const [one, other] = await Promise.all([pingMs(attacked), pingMs(clean)])
    const after = workMs()
    const spent = before === undefined || after === undefined ? Infinity : after - before
    worstMs = Math.max(worstMs, Math.min(one - other, spent))
    worstWithMachineMs = Math.max(worstWithMachineMs, one - other)
  } catch {
    worstMs = Infinity
  }
  setTimeout(ping, 50)
}
void ping()
process.on('message', () => {
  process.send?.({ worst: [Math.min(worstMs, 1e9), Math.min(worstWithMachineMs, 1e9)] })
  worstMs = 0
  worstWithMachineMs = 0
})
process.on('disconnect', () => process.exit())
