import { readSettings } from '../../src/config/resolve.js'
import type { OptionName } from '../../src/config/schema.js'

export type Typed = Partial<Record<OptionName, string>>

/** Settings as the command line would read them: frozen at a fixed instant unless told otherwise, on any free port. */
export const settingsFor = (typed: Typed = {}) =>
  readSettings({ clock: 'frozen', at: '2026-03-01T12:00:07.450Z', port: '0', ...typed }, {})
