import { readSettings } from '../../src/server/config/resolve.js'
import type { OptionName } from '../../src/server/config/schema.js'

export type Typed = Partial<Record<OptionName, string>>

/** Settings as parsed by the command line: by default frozen at a fixed instant, on a free port. */
export const settingsFor = (typed: Typed = {}) =>
  readSettings({ clock: 'frozen', at: '2026-03-01T12:00:07.450Z', port: '0', ...typed }, {})
