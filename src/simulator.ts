/** Puts the simulator together: catalogue, worlds and clock into a session, the session behind an app, the app on a port. */
import type { Express } from 'express'
import { withExtraTokens } from './catalogue/extra-tokens.js'
import { loadCatalogue } from './catalogue/load.js'
import { createClock } from './clock/clock.js'
import { newInstanceId } from './core/random.js'
import { createHttpApp } from './http/app.js'
import { type BaseUrls, baseUrlsAt } from './http/base-urls.js'
import { listen } from './http/listen.js'
import { clockSettingOf, type Settings } from './options.js'
import { createSession, type Session } from './session/session.js'
import { createUniverse } from './world.js'

/** Changes whenever the same seed and instant would give other bytes than before. */
export const ALGORITHM = 1

/** Told of errors of our own while answering. */
export type OnBug = (error: unknown) => void

const throwBug: OnBug = (error) => {
  throw error
}

export interface Simulator {
  readonly session: Session
  readonly app: Express
}

export interface RunningSimulator extends Simulator {
  readonly instanceId: string
  /** Such as `http://127.0.0.1:8650`. */
  readonly url: string
  readonly baseUrls: BaseUrls
  /** Ends every connection and frees the port. */
  stop(): Promise<void>
}

/** A simulator without a port. `onBug` is told of errors of our own while answering. */
export async function createSimulator(settings: Settings, onBug: OnBug = throwBug): Promise<Simulator> {
  const catalogue = await withExtraTokens(
    loadCatalogue(),
    settings.extraTokens,
    settings.seed,
    (chainId, symbol) => `0x${chainId}${symbol}`,
  )
  const session = createSession({
    id: 'root',
    seed: settings.seed,
    clock: createClock(clockSettingOf(settings)),
    worldOf: createUniverse({ seed: settings.seed, catalogue, priceFormat: settings.priceFormat }),
    dialect: settings.dialect,
    cacheWindows: settings.cache === 'documented',
  })
  return { session, app: createHttpApp({ session, quietHeaders: settings.quietHeaders, onBug }) }
}

export async function startSimulator(settings: Settings, onBug: OnBug = throwBug): Promise<RunningSimulator> {
  const simulator = await createSimulator(settings, onBug)
  const { origin, close } = await listen(simulator.app, settings.host, settings.port)
  return {
    ...simulator,
    instanceId: newInstanceId(),
    url: origin,
    baseUrls: baseUrlsAt(origin),
    stop: close,
  }
}
