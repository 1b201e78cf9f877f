/** Frames of data: the answer of a read at an instant, through the stage of the fault that acts on the stream. */

import type { Channel } from '../../api/endpoints/stream.js'
import type { ApiRequest } from '../../api/routing/request.js'
import type { FaultEffect, Firing } from '../../scenario/define.js'
import { editReply, isEffective } from '../../scenario/effect.js'
import { onlyOf } from '../../scenario/named-rows.js'
import type { Session } from '../session.js'

/** Makes the frame of a channel at an instant; undefined where the market has no data. */
export async function makeFrame(
  session: Session,
  { network, base }: Pick<ApiRequest, 'network' | 'base'>,
  channel: Channel,
  atMs: number,
  given: Firing | undefined,
): Promise<Buffer | undefined> {
  const { dialect } = session
  const { name, read, search, frame } = channel
  const firing = given?.fault && isEffective(given.fault, given.options, frame, dialect) ? given : undefined
  const { options, context } = firing ?? {}
  const stage = firing?.fault?.stage
  const asked = stage?.on === 'as-of' && context ? stage.question(options, context) : {}
  const isOfSomeRows = stage?.on === 'as-of' && onlyOf(options) !== undefined
  const question = { method: 'GET', url: `${read.path}?${search}`, search, atMs, network, base }
  const frameOf = (asked: FaultEffect): Buffer | undefined => {
    const answer = session.answer(question, read, asked)
    // Its token is not listed then.
    if (answer.status !== 200) return undefined
    const { body, asOfMs } = answer.shortReply()
    const data = channel.dataOf(body.toString())
    if (data === undefined) return undefined
    const times = `"serverTs":${atMs},"originTs":${asked.originMs ?? asOfMs}`
    return Buffer.from(`{"ch":${JSON.stringify(name)},"type":"snapshot",${times},"data":${data}}`)
  }
  const whole = frameOf(isOfSomeRows ? {} : asked)
  if (firing === undefined || whole === undefined) return whole
  if (stage?.on === 'connection') return stage.frame?.(whole, options) ?? whole
  const earlier = isOfSomeRows ? frameOf(asked) : undefined
  const world = session.worldIn(dialect, network, base)
  return (await editReply(whole, firing, world, dialect, earlier)) ?? whole
}
