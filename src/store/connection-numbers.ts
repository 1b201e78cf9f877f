/** Numbers for connections that no other replica gives: taken from the store many at a time, before they are needed. */
import type { StoreConnection } from './connection.js'

const BLOCK = 1000

export async function createNumbers(
  { commands }: StoreConnection,
  key: string,
  ttlSeconds: number,
  onTrouble: (error: unknown) => void,
): Promise<{ next(): number }> {
  /** Returns the first of a block. */
  const reserve = async (): Promise<number> => {
    const last = await commands.incrby(key, BLOCK)
    await commands.expire(key, ttlSeconds)
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
  return {
    next() {
      if (given >= BLOCK / 2) ahead()
      if (given >= BLOCK && blocks.length > 1) {
        blocks.shift()
        given = 0
      }
      // Where the store is away for so long, numbers of the next blocks are given: better twice than none.
      return blocks[0] + given++
    },
  }
}
