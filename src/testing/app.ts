import { type AppListener, lateApp } from '../http/late-app.js'
import { createSimulator } from '../simulator.js'
import type { AppOptions } from './api.js'
import { givenIn, printBug } from './load.js'
import { toSettings } from './options.js'
import { inCode } from './usage-errors.js'

/**
 * The simulator as a request listener, for supertest or for an Express app of your own that mounts it. It listens nowhere, and
 * is driven through its control API below `/__sim/v1`. A scenario that cannot be read is told to every request, with status
 * 500.
 *
 * @param options What it starts from: as `startSimulator`, but without port and host.
 * @returns What `http.createServer`, `app.use` and supertest take.
 * @throws UserError for an option that cannot be used.
 * @example
 * import { createApp } from 'gmx-sim'
 * import { createServer } from 'node:http'
 *
 * const server = createServer(createApp({ seed: '42' })).listen(0, '127.0.0.1')
 * await new Promise((resolve) => server.once('listening', resolve))
 * const reply = await fetch(`http://127.0.0.1:${server.address().port}/botanix/ping`)
 * assert.deepEqual(await reply.json(), { ok: true })
 * server.closeAllConnections()
 * server.close()
 */
export function createApp(options: AppOptions = {}): AppListener {
  const settings = toSettings(options, 'createApp')
  const making = createSimulator(settings, options.onBug ?? printBug, givenIn(options))
  return lateApp(
    making.then(
      ({ app }) => app,
      (error: unknown) => Promise.reject(inCode(error)),
    ),
  )
}
