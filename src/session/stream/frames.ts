/** Frames of data: the answer of a read at an instant, through the stage of the fault that acts on the stream. */

import type { Dialect } from '../../api/endpoints/define.js'
import type { Channel } from '../../api/endpoints/stream-channels.js'
import type { ApiRequest } from '../../api/routing/request.js'
import { plainEffect, UNCHANGED } from '../../kit/outcome-class.js'
import type { World } from '../../market/world/types.js'
import type { FaultEffect, Firing } from '../../scenario/define.js'
import { effectOf, isEffective } from '../../scenario/effect.js'
import { type ReplyChange, type StatusAndReply, throughData } from '../data-faults.js'
import type { FrameData } from '../recorder.js'
import type { Session } from '../session.js'

export interface StreamFrame {
  readonly bytes: Buffer
  /** Undefined for an acknowledgement or an error. */
  readonly data?: FrameData
}

/** Makes the frame of a channel at an instant; undefined where the market has no data. */
export async function makeFrame(
  session: Session,
  { network, base }: Pick<ApiRequest, 'network' | 'base'>,
  channel: Channel,
  atMs: number,
  given: Firing | undefined,
): Promise<StreamFrame | undefined> {
  const { dialect } = session
  const { name, read, search, frame, dataOf } = channel
  const question = { search, atMs, network, base }
  const answerTo = (asked: FaultEffect = {}): StatusAndReply => {
    const answer = session.answers.answer(session, question, read, asked)
    const { body, asOfMs } = answer.shortReply()
    // None before its token is listed, and at the limits of time.
    const data = answer.status === 200 && dataOf(body.toString())
    const times = `"serverTs":${atMs},"originTs":${asked.originMs ?? asOfMs}`
    const text = `{"ch":${JSON.stringify(name)},"type":"snapshot",${times},"data":${data}}`
    const reply = { status: data ? 200 : 404, body: Buffer.from(text), asOfMs }
    return { status: reply.status, reply: () => reply }
  }
  const firing = given?.fault && isEffective(given.fault, given.options, frame, dialect) ? given : undefined
  const [answer, change] = through(firing, session.worldIn(dialect, network, base), dialect, answerTo)
  if (answer.status !== 200) return undefined
  const reply = await answer.reply()
  const changed = await change(reply)
  const { fault, options, ruleId: rule = null } = firing ?? {}
  // A fault of the stream itself leaves its frames as they are.
  const isPlain = changed === undefined || fault?.stage.on === 'stream'
  const effect = isPlain ? plainEffect(200) : effectOf(fault, options, 200)
  const outcome = (changed && fault?.key) ?? UNCHANGED
  const { body, asOfMs, struck } = changed ?? reply
  return { bytes: body, data: { channel, asOfMs, rule, outcome, ...effect, ...(struck && { struck }) } }
}

/** The answer that a frame carries, and how a rule changes it. */
function through(
  firing: Firing | undefined,
  world: World,
  dialect: Dialect,
  answerTo: (asked?: FaultEffect) => StatusAndReply,
): readonly [StatusAndReply, ReplyChange] {
  const stage = firing?.fault?.stage
  if (firing && (stage?.on === 'as-of' || stage?.on === 'edit'))
    return throughData(firing, world, dialect, answerTo)
  const frameOf = stage?.on === 'connection' ? stage.frame : undefined
  if (frameOf) return [answerTo(), (reply) => ({ ...reply, body: frameOf(reply.body, firing?.options) })]
  return [answerTo(), (reply) => (stage === undefined ? undefined : reply)]
}
