/** Answers that take long: in chunks, between which others are answered, and once for all who ask the same meanwhile. */
import { ownTurn } from '../clock/turns.js'
import type { Chunks } from '../endpoints/define.js'
import type { World } from '../world/world.js'

/** What is being worked out, by its question. */
const underWay = new WeakMap<World, Map<string, Promise<Buffer>>>()

/** The text of `chunks`, or of those that are under way already: in a world, the same `question` has the same text. */
export function workOut(world: World, question: unknown, chunks: Chunks): Promise<Buffer> {
  const what = JSON.stringify(question)
  const ofWorld = underWay.get(world) ?? new Map<string, Promise<Buffer>>()
  underWay.set(world, ofWorld)
  const known = ofWorld.get(what)
  if (known !== undefined) return known
  const text = inTurns(chunks).finally(() => ofWorld.delete(what))
  ofWorld.set(what, text)
  return text
}

async function inTurns(chunks: Chunks): Promise<Buffer> {
  const texts: Buffer[] = []
  await ownTurn()
  for await (const some of chunks) {
    texts.push(...some)
    await ownTurn()
  }
  return joined(texts)
}

/** Copied in one turn; the longest answers, of tens of megabytes, take several. */
const BYTES_PER_TURN = 4 << 20

async function joined(texts: readonly Buffer[]): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(texts.reduce((bytes, text) => bytes + text.length, 0))
  let at = 0
  let restAt = BYTES_PER_TURN
  for (const text of texts) {
    whole.set(text, at)
    at += text.length
    if (at < restAt) continue
    await ownTurn()
    restAt = at + BYTES_PER_TURN
  }
  return whole
}
