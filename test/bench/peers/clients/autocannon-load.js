/**
 * A load of autocannon's, in a process of its own: `node clients/autocannon-load.js <JSON of its options>`. Prints what it
 * saw as one line of JSON. With `serial`, each request has another URL.
 */
// @ts-expect-error: it has no types, and where the peers are not installed it is not there at all.
import autocannon from 'autocannon'

/** @type {{ url: string, connections: number, duration?: number, amount?: number, serial?: number }} */
const { serial: first, ...options } = JSON.parse(process.argv[2])
let serial = first ?? 0

/** @param {{ path: string }} request */
const another = (request) => ({ ...request, path: `${new URL(options.url).pathname}?_=${serial++}` })

const start = performance.now()
const result = await autocannon({
  ...options,
  ...(first !== undefined && { requests: [{ setupRequest: another }] }),
})
const seen = {
  answers: result.requests.total,
  refused: result.non2xx,
  lost: result.errors + result.timeouts,
  seconds: (performance.now() - start) / 1000,
  p99Ms: result.latency.p99,
}
process.stdout.write(`${JSON.stringify(seen)}\n`)
