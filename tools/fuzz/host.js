/**
 * A server in a process of its own, to be attacked: it says where it is, what bugs it met, and what it holds once the garbage
 * is out.
 */
const { startSimulator } = /** @type {typeof import('../../src/entrypoints/index.js')} */ (
  await import(String(process.argv[2]))
)

const simulator = await startSimulator({
  seed: 'fuzz',
  clock: { at: '2026-03-01T12:00:07Z' },
  onBug: (error) => void process.send?.({ bug: String(error instanceof Error ? error.stack : error) }),
})
process.send?.({ url: simulator.url })

process.on('message', () => {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ usedBytes: heapUsed + external })
})
process.on('disconnect', () => process.exit())
