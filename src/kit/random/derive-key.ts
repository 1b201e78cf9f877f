/**
 * Keys from text: ARC4 with the key schedule of seedrandom 3.0.5, and the same numbers. In the kernel's subset of TypeScript, as
 * 250 keys of the first tickers took 10 ms in JavaScript, half of it in its compiler, and take 1 ms in WebAssembly.
 */

import { Bytes, type Int, type Numbers } from '../numbers/platform.js'

const WIDTH = 256
const MASK = WIDTH - 1

const schedule = new Bytes(WIDTH)
const state = new Bytes(WIDTH)
let i: Int = 0
let j: Int = 0

/** Writes the halves of the key of a text of at least one character; `text` holds the low byte of each UTF-16 unit. */
export function deriveKey(text: Bytes, length: Int, halves: Numbers): void {
  for (let n = 0; n < WIDTH; n++) {
    schedule[n] = 0
    state[n] = n
  }
  let smear: Int = 0
  for (let n = 0; n < length; n++) {
    smear ^= schedule[n & MASK] * 19
    schedule[n & MASK] = smear + text[n]
  }
  const scheduled = length < WIDTH ? length : WIDTH
  j = 0
  for (i = 0; i < WIDTH; i++) swap(schedule[i % scheduled])
  i = 0
  j = 0
  for (let n = 0; n < WIDTH; n++) nextByte()
  halves[0] = nextInt()
  halves[1] = nextInt()
}

function swap(shift: Int): void {
  const moved = state[i]
  j = (j + moved + shift) & MASK
  state[i] = state[j]
  state[j] = moved
}

function nextByte(): Int {
  i = (i + 1) & MASK
  swap(0)
  return state[(state[i] + state[j]) & MASK]
}

function nextInt(): Int {
  let bits: Int = 0
  for (let n = 0; n < 4; n++) bits = (bits << 8) | nextByte()
  return bits
}
