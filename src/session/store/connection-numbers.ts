/** Connection numbers unique across replicas: reserved in the store in blocks, ahead of demand. */
import type { StoreContext } from './context.js'
import { TTL_SECONDS } from './keys.js'

const BLOCK = 1000

export async function createNumbers({ commands, keys, onTrouble }: StoreContext): Promise<() => number> {
  const reserve = async (): Promise<number> => {
    const last = await commands.incrby(keys.connections, BLOCK)
    await commands.expire(keys.connections, TTL_SECONDS)
    return last - BLOCK + 1
  }
  const blocks = [await reserve()]
  let given = 0
  let isReserving = false
  const ahead = (): void => {
    if (isReserving || blocks.length > 1) return
    isReserving = true
    reserve()
      .then((first) => void blocks.push(first), onTrouble)
      .finally(() => {
        isReserving = false
      })
  }
  return () => {
    if (given >= BLOCK / 2) ahead()
    if (given >= BLOCK && blocks.length > 1) {
      blocks.shift()
      given = 0
    }
    // During a long outage of the store, numbers beyond the block are used: duplicates are better than none.
    return blocks[0] + given++
  }
}
