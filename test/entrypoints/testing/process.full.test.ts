/** Programs that use the package end by themselves once it is stopped, and no mistake is anybody's unhandled rejection. */
import { expect, test } from 'vitest'
import { createProject } from '../../support/project.js'

const project = createProject({})

const runs = (code: string) =>
  project.run(process.execPath, [
    ...['--unhandled-rejections=strict', '--input-type=module', '--eval'],
    `import { createApp, startSimulator } from 'gmx-sim'\n${code}`,
  ])

test.each([
  [
    'requests that were held, waits, sessions with a time to live, ports of their own, and what is disposed of',
    `await (await startSimulator())[Symbol.asyncDispose]()
     const sim = await startSimulator({ scenario: { rules: [{ fault: { hang: true } }] } })
     const held = [sim.fetch('/arbitrum/ping'), fetch(sim.url + '/arbitrum/ping')]
     await sim.journal.waitFor({}, { count: 2 })
     sim.journal.waitFor({ status: 500 }, { timeout: '10m' }).catch(() => {})
     await sim.stop()
     await Promise.allSettled(held)
     const split = await startSimulator({ splitPorts: true, clock: { mode: 'real' }, scenario: { rules: [
       { when: { after: '1h' }, fault: { refuse: true } }] } })
     await split.session({ ttl: '1h', scenario: {} })
     await split.stop()`,
  ],
  [
    'mistakes, all caught',
    `const sim = await startSimulator()
     const port = Number(new URL(sim.url).port)
     for (const act of [() => startSimulator({ port }), () => startSimulator({ scenario: 'none.yaml' }),
       () => sim.session({ id: '!' }), () => sim.fetch('http://example.com'), () => sim.ask('none', 'ping'),
       () => createApp({ seed: 1, sede: 2 }), () => createApp({ scenario: 'none.yaml' })])
       try { await act() } catch (error) { if (error.name !== 'UserError') throw error }
     await Promise.all([sim.stop(), sim.stop()])
     await sim.fetch('/arbitrum/ping').catch(() => {})`,
  ],
])('%s leave nothing behind', async (_name, code) => {
  const { code: exit, stderr } = await runs(code)
  expect([exit, stderr]).toEqual([0, ''])
})
