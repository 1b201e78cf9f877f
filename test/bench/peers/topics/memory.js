/** Resident memory: of a server that has answered once, and after the same number of requests for everyone. */
import { setTimeout as sleep } from 'node:timers/promises'
import { askSoOften } from '../clients/clients.js'
import { treeMegabytes } from '../host/memory.js'
import { byTurns } from '../rounds.js'
import { able, serve } from './set-up.js'
import { judged } from './topic.js'

const IDLE_MS = 1000
const CONNECTIONS = 16

/** @param {import('./set-up.js').Plan} plan @returns {Promise<import('./topic.js').Topic[]>} */
export async function measureMemory(plan) {
  if (process.platform !== 'linux') return []
  const { requests, fewRounds } = plan
  const seen = await byTurns(able(plan, 'plain'), { warmUp: 0, rounds: fewRounds }, async (who) => {
    const { pid, url, stop } = await serve(who, 'plain', plan)
    try {
      await sleep(IDLE_MS)
      const idleMb = treeMegabytes(pid) ?? 0
      await askSoOften(url('tickers'), CONNECTIONS, requests)
      await sleep(IDLE_MS)
      return { idleMb, loadedMb: treeMegabytes(pid) ?? 0 }
    } finally {
      await stop()
    }
  })
  const after = `after ${requests.toLocaleString('en')} requests`
  return [
    {
      title: 'Resident memory in MB, of the process and all that it started',
      columns: [
        judged('idle', 'less', seen, ({ idleMb }) => idleMb),
        judged(after, 'less', seen, ({ loadedMb }) => loadedMb),
      ],
      notes: [`idle: one reply given, ${IDLE_MS} ms ago.`],
    },
  ]
}
