/** Frames of data: the answer of a read at an instant, through the stage of the fault that acts on the stream. */

import type { Channel } from '../../api/endpoints/stream.js'
import type { ApiRequest } from '../../api/routing/request.js'
import { plainEffect, UNCHANGED } from '../../kit/outcome-class.js'
import type { FaultEffect, Firing } from '../../scenario/define.js'
import { editReply, effectOf, isEffective } from '../../scenario/effect.js'
import { onlyOf } from '../../scenario/named-rows.js'
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
  const { name, read, search, frame } = channel
  const firing = given?.fault && isEffective(given.fault, given.options, frame, dialect) ? given : undefined
  const { options, context } = firing ?? {}
  const stage = firing?.fault?.stage
  const asked = stage?.on === 'as-of' && context ? stage.question(options, context) : {}
  const isOfSomeRows = stage?.on === 'as-of' && onlyOf(options) !== undefined
  const question = { method: 'GET', url: `${read.path}?${search}`, search, atMs, network, base }
  const frameOf = (asked: FaultEffect) => {
    const answer = session.answer(question, read, asked)
    // Its token is not listed then.
    if (answer.status !== 200) return undefined
    const { body, asOfMs } = answer.shortReply()
    const data = channel.dataOf(body.toString())
    if (data === undefined) return undefined
    const times = `"serverTs":${atMs},"originTs":${asked.originMs ?? asOfMs}`
    const bytes = Buffer.from(`{"ch":${JSON.stringify(name)},"type":"snapshot",${times},"data":${data}}`)
    return { bytes, asOfMs }
  }
  const whole = frameOf(isOfSomeRows ? {} : asked)
  if (whole === undefined) return undefined
  const { fault, ruleId: rule = null } = firing ?? {}
  const framed = (bytes: Buffer = whole.bytes): StreamFrame => {
    // A fault of the stream itself leaves its frames as they are.
    const effect = stage?.on === 'stream' ? plainEffect(200) : effectOf(fault, options, 200)
    const isChanged = bytes !== whole.bytes || stage?.on === 'as-of' || stage?.on === 'stream'
    const seen = isChanged
      ? { ...effect, outcome: fault?.key ?? 'ok' }
      : { ...plainEffect(200), outcome: UNCHANGED }
    return { bytes, data: { channel, asOfMs: whole.asOfMs, rule, ...seen } }
  }
  if (firing === undefined) return framed()
  if (stage?.on === 'connection') return framed(stage.frame?.(whole.bytes, options))
  const earlier = isOfSomeRows ? frameOf(asked) : undefined
  const world = session.worldIn(dialect, network, base)
  return framed(await editReply(whole.bytes, firing, world, dialect, earlier?.bytes))
}
