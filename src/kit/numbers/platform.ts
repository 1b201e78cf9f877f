/**
 * Arithmetic that JavaScript and WebAssembly spell differently. The price kernel is compiled by both; tools/kernel/platform.as
 * takes the place of this file in WebAssembly.
 */

/** A 32-bit integer. */
export type Int = number

export const Numbers = Float64Array
export type Numbers = Float64Array

export const Bytes = Uint8Array
export type Bytes = Uint8Array

export const { imul } = Math

/** Rounds towards zero, modulo 2^32. */
export function toInt(x: number): Int {
  return x | 0
}

export function unsigned(bits: Int): number {
  return bits >>> 0
}

const view = new DataView(new ArrayBuffer(8))

/** Sign, exponent and first 20 bits of the mantissa. */
export function upperBits(x: number): Int {
  view.setFloat64(0, x)
  return view.getInt32(0)
}

/** `x` with other upper bits. */
export function withUpperBits(x: number, bits: Int): number {
  view.setFloat64(0, x)
  view.setInt32(0, bits)
  return view.getFloat64(0)
}

/** Whether tables are filled at the start: WebAssembly takes 0.1 ms for that, and more for a check at each read. */
export const FILLS_AT_START = false

/**
 * A region of WebAssembly's memory, 0 if there is no room. Objects made between `enterRegion` and `leaveRegion` replace those in it.
 * JavaScript needs none.
 */
export function newRegion(_bytes: Int): Int {
  return 1
}
export function enterRegion(_region: Int, _bytes: Int): void {}
export function leaveRegion(): void {}
