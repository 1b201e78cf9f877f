import { type AppListener, lazyApp } from '../../server/http/lazy-app.js'
import { createSimulator } from '../../server/simulator.js'
import type { AppOptions } from './api.js'
import { toSettings } from './options.js'
import { givenIn, printBug } from './sources.js'
import { inCode } from './usage-errors.js'

/**
 * Creates the simulator as a request listener, for supertest or to mount in an Express app. It does not listen; control it
 * through `/__sim/v1`. With an invalid scenario every request gets status 500.
 *
 * @param options Settings as for `startSimulator`, without port and host.
 * @returns A listener for `http.createServer`, `app.use` and supertest.
 * @throws UserError for an invalid option.
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
  return lazyApp(
    making.then(
      ({ app }) => app,
      (error: unknown) => Promise.reject(inCode(error)),
    ),
  )
}
