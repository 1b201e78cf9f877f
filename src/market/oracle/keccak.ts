/**
 * keccak256. The WebAssembly build is 10 times as fast as JavaScript (a second of signed prices hashes 500 messages)
 * and is awaited on import, so import this lazily, not at server start.
 */
import { createKeccak } from 'hash-wasm'

const hasher = await createKeccak(256)

export function keccak256(bytes: Uint8Array): Uint8Array {
  return hasher.init().update(bytes).digest('binary')
}
