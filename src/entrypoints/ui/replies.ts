/** Types of the replies and events that the page reads, from their schemas. */
import type * as z from 'zod'
import type { ControlReplies } from '../../server/control/client.js'
import type { WATCH_EVENTS } from '../../server/control/watch.js'

export type { ControlReplies }

/** Events of the stream by name. */
export type WatchEvents = {
  readonly [Name in keyof typeof WATCH_EVENTS]: z.output<(typeof WATCH_EVENTS)[Name]>
}

export type ClockReply = WatchEvents['clock']
export type SessionReply = ControlReplies['GET /session']
export type TimelineReply = WatchEvents['scenario']
export type TimelineRule = TimelineReply['rules'][number]
export type TimelineMove = TimelineReply['events'][number]
export type BaseState = WatchEvents['bases']['bases'][number]
export type PastFate = ControlReplies['GET /bases/past']['bases'][number]['endpoints'][number]
export type RequestHistory = ControlReplies['GET /journal/history']
export type Entry = WatchEvents['journal']['entries'][number]
export type MarketTick = WatchEvents['market']
export type AssetRow = ControlReplies['GET /market/assets']['assets'][number]
export type ScenarioItem = ControlReplies['GET /scenarios']['scenarios'][number]
export type ScenarioProblem = ControlReplies['POST /scenario/check']['problems'][number]
export type Outline = NonNullable<ControlReplies['POST /scenario/check']['outline']>
export type EntryDetail = ControlReplies['GET /journal/:n']
export type ClientSummary = ControlReplies['GET /clients']['clients'][number]
export type ClientGrade = ControlReplies['GET /clients/grades']['clients'][number]
