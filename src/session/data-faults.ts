/** Faults of data, on replies and on frames of streams: the answer that they are about, and how they change it. */

import type { Dialect } from '../api/endpoints/define.js'
import type { Reply } from '../api/routing/reply.js'
import type { World } from '../market/world/types.js'
import type { FaultEffect, Firing } from '../scenario/define.js'
import { editReply } from '../scenario/effect.js'
import { onlyOf } from '../scenario/named-rows.js'
import type { Answer } from './answer.js'

export type StatusAndReply = Pick<Answer, 'status' | 'reply'>
/** Returns the reply to send; undefined if it is not changed. */
export type ReplyChange = (reply: Reply) => Reply | undefined | Promise<Reply | undefined>

/** For a fault at the stage `as-of` or `edit`. */
export function throughData(
  firing: Firing,
  world: World,
  dialect: Dialect,
  answerTo: (asked?: FaultEffect) => StatusAndReply,
): readonly [StatusAndReply, ReplyChange] {
  const { fault, options, context, ruleId: rule } = firing
  const stage = fault?.stage
  const earlier = stage?.on === 'as-of' ? answerTo(stage.question(options, context)) : undefined
  const only = onlyOf(options)
  if (earlier !== undefined && only === undefined) return [earlier, (reply) => ({ ...reply, rule })]
  const change: ReplyChange = async (reply) => {
    const mixed = await earlier?.reply()
    const body = await editReply(reply.body, firing, world, dialect, mixed?.body)
    const struck = only && { struck: { only, asOfMs: (mixed ?? reply).asOfMs } }
    return body && { ...reply, body, rule, ...struck }
  }
  return [answerTo(), change]
}
