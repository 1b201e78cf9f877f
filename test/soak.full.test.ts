/** `npm run soak`, for seconds instead of half an hour. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { run } from './support/cli.js'
import { hasStore } from './support/redis.js'

const SOAK = fileURLToPath(new URL('../tools/soak.js', import.meta.url))
/** Runs in the server alone: its arguments name the preloaded file that samples it. */
const IN_SERVER = "process.execArgv.some((arg) => arg.endsWith('holdings.js'))"
const LEAK = `import { openSync } from 'node:fs'
const leak = () => kept.push(new Array(50_000).fill(0), openSync('/dev/null'))
const pause = () => { for (const end = performance.now() + 3000; performance.now() < end;); }
const kept = []
if (${IN_SERVER}) {
  setInterval(leak, 50).unref()
  setTimeout(pause, 5000).unref()
}`

// For 12 s, in which the memory of a server without a leak cannot be judged.
test.runIf(hasStore())('npm run soak finds what leaks and pauses, and nothing else', async () => {
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(LEAK)}`
  const { code, stdout, stderr } = await run(process.execPath, [SOAK, '--minutes', '0.2'], { NODE_OPTIONS })
  const verdicts = stdout.match(/\b(flat|GROWS|not judged)\b/g)
  if (verdicts === null) throw new Error(`${stdout}${stderr}`)
  const [, heap, , descriptors, timers, resources] = verdicts
  expect({ code, heap, descriptors, timers, resources }).toEqual({
    ...{ code: 1, heap: 'GROWS', descriptors: 'GROWS' },
    ...{ timers: 'flat', resources: 'flat' },
  })
  expect(stdout).toContain('PAUSES: ')
})
