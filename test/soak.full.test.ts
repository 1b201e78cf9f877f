/** `npm run soak`, for seconds instead of half an hour. */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { run } from './support/cli.js'
import { hasStore } from './support/redis.js'

const SOAK = fileURLToPath(new URL('../tools/soak.js', import.meta.url))
/** Programs that run in the server alone: its arguments name the preloaded file that samples it. */
const IN_SERVER = "process.execArgv.some((arg) => arg.endsWith('holdings.js'))"
const LEAK = `import { openSync } from 'node:fs'
const leak = () => kept.push(new Array(50_000).fill(0), openSync('/dev/null'), setTimeout(() => {}, 2e9).unref())
const pause = () => { for (const end = performance.now() + 3000; performance.now() < end;); }
const kept = []
if (${IN_SERVER}) {
  setInterval(leak, 50).unref()
  setTimeout(pause, 5000).unref()
}`
const preloaded = (program: string) => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(program)}`,
})

/** Runs it for 12 s; returns the exit code and the verdict of each judged column. */
async function soak(environment: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await run(process.execPath, [SOAK, '--minutes', '0.2'], environment)
  const verdicts = stdout.match(/\b(flat|GROWS|not judged)\b/g)
  if (verdicts === null) throw new Error(`${stdout}${stderr}`)
  const [, heap, , descriptors, timers, resources] = verdicts
  return { code, heap, descriptors, timers, resources, stdout }
}

describe.runIf(hasStore())('npm run soak', () => {
  // Journal and caches fill meanwhile, so memory is not judged here.
  test('descriptors, timers and resources are flat', async () => {
    expect(await soak()).toMatchObject({ descriptors: 'flat', timers: 'flat', resources: 'flat' })
  })

  test('finds a leak of memory, descriptors and timers, and a server that stands still', async () => {
    const { code, heap, descriptors, timers, stdout } = await soak(preloaded(LEAK))
    expect([code, heap, descriptors, timers]).toEqual([1, 'GROWS', 'GROWS', 'GROWS'])
    expect(stdout).toContain('PAUSES: ')
  })
})
