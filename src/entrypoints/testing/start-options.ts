/** Options of simulators and sessions. */

import type { CatalogueSource } from '../../scenario/custom-catalogue/input.js'
import type { Duration, PricesInput, ScenarioSource } from '../../scenario/input.js'
import type { GivenEnvironment } from '../../server/config/placeholders.js'

/** ISO 8601 (UTC unless it says otherwise), Unix seconds, a Date, or `now`, the machine's time; from 1990 to 2100. */
export type Instant = string | number | Date

export interface ClockOptions {
  /** Running or frozen. */
  readonly mode?: 'real' | 'frozen' | undefined
  readonly at?: Instant | undefined
  /** Virtual seconds per real second while it runs, above 0 and at most 1000000. */
  readonly rate?: number | undefined
}

export interface SessionStart {
  /** Determines all prices and random draws. */
  readonly seed?: string | undefined
  readonly clock?: ClockOptions | undefined
  readonly scenario?: ScenarioSource | undefined
  /**
   * Prices that replace those of the seed, by asset or token symbol: points, a file of recorded candles (relative to
   * the working directory), or rows. They apply to every scenario; times count from the start and each reset.
   */
  readonly prices?: PricesInput | undefined
  /** Networks, tokens and markets added to or replacing the built-in ones; several are overlaid in order. */
  readonly catalogue?: CatalogueSource | readonly CatalogueSource[] | undefined
  /** Replies as documented or as observed. */
  readonly dialect?: 'documented' | 'observed' | undefined
}

export interface EnvironmentOptions {
  /** Variables added to `sim.env`, under names of your own: `{ PRICE_API: '{arbitrum}', BACKUP_API: '{arbitrum.fallback}' }`. */
  readonly env?: GivenEnvironment | undefined
}

/** Settings of a session; others are inherited from its simulator. */
export interface SessionOptions extends SessionStart, EnvironmentOptions {
  /** Up to 64 letters, digits, `_` or `-`; random by default. */
  readonly id?: string | undefined
  /** Real time after which the session ends automatically; never by default. */
  readonly ttl?: Duration | undefined
  /** Whether a proxy answers the live hosts, as for the faults `refuse`, `tls` and `dns`. Set by `gmx-sim/playwright`. */
  readonly intercepted?: boolean | undefined
}

/** Settings of an in-process simulator, whose clock is frozen at 2026-01-01T00:00:00Z by default. */
export interface AppOptions extends SessionStart {
  /** Price strings in full precision, or compacted by oracleDecimals. */
  readonly priceFormat?: 'full' | 'compacted' | undefined
  /** Cache windows as documented, or off. */
  readonly cache?: 'documented' | 'off' | undefined
  /** Synthetic tokens added to each network, 0 to 5000. */
  readonly extraTokens?: number | undefined
  /** Omits the x-gmx-sim-… headers. */
  readonly quietHeaders?: boolean | undefined
  /** Private key for all signatures, as 0x and 64 digits; published development keys by default. */
  readonly signerKey?: `0x${string}` | undefined
  /** Disables gzip and br, which clients such as `fetch` request. */
  readonly noCompression?: boolean | undefined
  /** Omits the control API below `/__sim`. */
  readonly noControl?: boolean | undefined
  /** Bearer token required by control calls over HTTP; at least 8 characters. */
  readonly controlToken?: string | undefined
  /** Receives bugs of the simulator; by default they are printed to stderr. */
  readonly onBug?: ((error: unknown) => void) | undefined
}

export interface SimulatorOptions extends AppOptions, EnvironmentOptions {
  /** Any free port by default, or for 0. */
  readonly port?: number | undefined
  /** 127.0.0.1 by default. */
  readonly host?: string | undefined
  /** Additional ports, one per base address, which can refuse connections. */
  readonly splitPorts?: boolean | undefined
}
