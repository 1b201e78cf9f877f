import type { AppListener } from '../http/app-listener.js'
import { lateApp } from '../http/late-app.js'
import { createSimulator } from '../simulator.js'
import type { AppOptions } from './api.js'
import { loadOf, printBug } from './load.js'
import { toSettings } from './options.js'
import { inCode } from './usage-errors.js'

/**
 * The simulator as an Express app, for supertest or for an app of your own that mounts it; it listens nowhere, and is
 * driven through its control API. Throws a UserError for an option that cannot be used; a scenario that cannot be
 * read is told to every request, with status 500.
 */
export function createApp(options: AppOptions = {}): AppListener {
  const settings = toSettings(options, 'createApp')
  const making = createSimulator(settings, options.onBug ?? printBug, loadOf(options.scenario))
  return lateApp(
    making.then(
      ({ app }) => app,
      (error: unknown) => Promise.reject(inCode(error)),
    ),
  )
}
