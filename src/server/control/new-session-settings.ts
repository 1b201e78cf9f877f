import type { ClockSetting } from '../../kit/clock/clock.js'
import { withoutUndefined } from '../../kit/maps.js'
import { requireInheritable } from '../../scenario/read/read.js'
import { inheritedPrices, type SessionSettings } from '../../session/session-settings.js'
import type { Sessions } from '../../session/sessions.js'

type OwnSettings = { readonly [Name in keyof SessionSettings]?: SessionSettings[Name] | undefined }

/** The settings of a new session; throws a UserError if its catalogue does not fit the scenario or prices that it inherits. */
export function newSessionSettings(
  { start }: Sessions,
  own: Omit<OwnSettings, 'clock'> & { readonly clock: Partial<ClockSetting> | undefined },
): Partial<SessionSettings> {
  const { catalogue, scenario, prices, clock } = own
  if (catalogue !== undefined)
    requireInheritable(scenario ? undefined : start.scenario, inheritedPrices(start, prices), catalogue)
  return withoutUndefined({ ...own, clock: clock && { ...start.clock, ...clock } })
}
