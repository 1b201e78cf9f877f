/** Moves of the market made at run time, as events of a scenario that replays them. */

import { formatDuration } from '../../kit/text/duration.js'
import type { MarketMove } from '../../scenario/events.js'
import { percentOf } from '../../scenario/values.js'

const loadYaml = () => import('yaml')

/** The text of a scenario loaded at `loadedAtMs`, with the moves as its last events; of a new one without a text. */
export async function withMoves(
  text: string | undefined,
  moves: readonly MarketMove[],
  loadedAtMs: number,
): Promise<string> {
  const { isSeq, parseDocument } = await loadYaml()
  const document = parseDocument(text ?? 'name: moved market\n')
  const events = moves.map((move) => document.createNode(eventOf(move, loadedAtMs)))
  const given = document.get('events')
  if (isSeq(given)) for (const event of events) given.add(event)
  else document.set('events', events)
  return String(document)
}

function eventOf({ event: { asset, move, price, over, recover }, atMs }: MarketMove, loadedAtMs: number) {
  const lasting = (ms: number | undefined) => (ms === undefined ? {} : { over: formatDuration(ms) })
  return {
    asset: asset?.length === 1 ? asset[0] : asset,
    at: formatDuration(atMs - loadedAtMs),
    ...(price === undefined ? {} : { price }),
    ...(move === undefined ? {} : { move: percentOf(move) }),
    ...lasting(over),
    ...(recover && {
      recover: {
        ...(recover.after === undefined ? {} : { after: formatDuration(recover.after) }),
        to: percentOf(recover.to),
        ...lasting(recover.over),
      },
    }),
  }
}
