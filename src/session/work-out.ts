/** Answers that take long: in bouts, between which others are answered, and once for all who ask the same meanwhile. */
import { ownTurn } from '../clock/turns.js'
import type { Bouts } from '../endpoints/define.js'
import type { World } from '../world.js'

/** What is being worked out, by its question. */
const underWay = new WeakMap<World, Map<string, Promise<Buffer>>>()

/** The text of `bouts`, or of those that are under way already: in a world, the same `question` has the same text. */
export function workOut(world: World, question: unknown, bouts: Bouts): Promise<Buffer> {
  const what = JSON.stringify(question)
  const ofWorld = underWay.get(world) ?? new Map<string, Promise<Buffer>>()
  underWay.set(world, ofWorld)
  const known = ofWorld.get(what)
  if (known !== undefined) return known
  const text = inTurns(bouts).finally(() => ofWorld.delete(what))
  ofWorld.set(what, text)
  return text
}

async function inTurns(bouts: Bouts): Promise<Buffer> {
  const texts: Buffer[] = []
  await ownTurn()
  for await (const some of bouts) {
    texts.push(...some)
    await ownTurn()
  }
  return Buffer.concat(texts)
}
