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
const kept = []
if (${IN_SERVER}) setInterval(leak, 50).unref()`
const PAUSE = `const pause = () => { for (const end = performance.now() + 3000; performance.now() < end;); }
if (${IN_SERVER}) setInterval(pause, 12_000).unref()`
const preloaded = (program: string) => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(program)}`,
})

async function verdictsOf(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await run(process.execPath, [SOAK, ...args], environment)
  const verdicts = stdout.match(/\b(flat|GROWS|not judged)\b/g)
  if (verdicts === null) throw new Error(`${stdout}${stderr}`)
  return { code, verdicts, stdout }
}

/** Runs it for 12 s; returns the exit code and the verdict of each judged column. */
async function soak(environment: Readonly<Record<string, string>> = {}) {
  const { code, verdicts } = await verdictsOf(['--minutes', '0.2'], environment)
  const [, heap, , descriptors, timers, resources] = verdicts
  return { code, heap, descriptors, timers, resources }
}

describe.runIf(hasStore())('npm run soak', () => {
  // Journal and caches fill meanwhile, so memory is not judged here.
  test('descriptors, timers and resources are flat', async () => {
    expect(await soak()).toMatchObject({ descriptors: 'flat', timers: 'flat', resources: 'flat' })
  })

  test('finds a leak of memory, descriptors and timers', async () => {
    expect(await soak(preloaded(LEAK))).toMatchObject({
      code: 1,
      heap: 'GROWS',
      descriptors: 'GROWS',
      timers: 'GROWS',
    })
  })
})

test('with --pauses, nothing but memory may grow, and a server that stands still fails', async () => {
  const { code, verdicts, stdout } = await verdictsOf(['--pauses', '--sessions', '48'], preloaded(PAUSE))
  const [, , ...others] = verdicts
  expect(others).toEqual(['flat', 'flat', 'flat', 'flat', 'not judged', 'not judged'])
  expect(stdout).toContain('PAUSES: ')
  expect(code).toBe(1)
})

test('with --intercept, descriptors, resources and folders are flat', async () => {
  const { verdicts } = await verdictsOf(['--intercept', '--requests', '800'])
  const [, , descriptors, , resources, folders] = verdicts
  expect([descriptors, resources, folders]).toEqual(['flat', 'flat', 'flat'])
})
