/**
 * One process that is the command line again and again: for each message with arguments and variables it runs the built
 * program from its first line, and answers with what it wrote and its exit code. See `hostCli`.
 */
import { pathToFileURL } from 'node:url'

const cli = String(process.argv[2])
let n = 0
let last = Promise.resolve()

process.on('message', (/** @type {{ args: string[], env: Record<string, string> }} */ typed) => {
  last = last.then(async () => {
    process.send?.(await run(typed))
  })
})

/** @param {{ args: string[], env: Record<string, string> }} typed */
async function run({ args, env }) {
  const seen = { stdout: '', stderr: '' }
  for (const stream of /** @type {const} */ (['stdout', 'stderr'])) {
    process[stream].removeAllListeners('error')
    process[stream].write = (/** @type {string | Uint8Array} */ chunk, /** @type {unknown[]} */ ...more) => {
      seen[stream] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      for (const done of more) if (typeof done === 'function') done()
      return true
    }
  }
  process.argv = [process.argv[0], cli, ...args]
  process.exitCode = undefined
  Object.assign(process.env, env)
  await import(`${pathToFileURL(cli)}?run=${n++}`)
  for (const name of Object.keys(env)) delete process.env[name]
  return { code: process.exitCode ?? 0, ...seen }
}
