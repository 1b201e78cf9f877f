/** The last answer, kept for a herd: requests that come at once, or that were held together, mostly ask for the same. */
import type { World } from '../world/world.js'

interface Text {
  /** Held weakly: an answer must not keep the world of a session that has ended. */
  readonly world: WeakRef<World>
  readonly question: string
  readonly text: Promise<Buffer>
}

let last: Text | undefined

/** The text that `make` gives, or the last one: in a world, the same `question` has the same text. */
export function textOf(world: World, question: unknown, make: () => Promise<string>): Promise<Buffer> {
  const what = JSON.stringify(question)
  if (last?.question === what && last.world.deref() === world) return last.text
  const made = { world: new WeakRef(world), question: what, text: written(make) }
  last = made
  // Whoever asks after a bug has another try.
  made.text.catch(() => {
    if (last === made) last = undefined
  })
  return made.text
}

async function written(make: () => Promise<string>): Promise<Buffer> {
  return Buffer.from(await make())
}
