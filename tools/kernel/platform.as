// The counterpart of src/kit/numbers/platform.ts in AssemblyScript.

export type Int = i32

export { enterRegion, leaveRegion, newRegion } from 'rt/stub'

export const FILLS_AT_START: bool = true

/** Doubles without checks of bounds: tests run the same code as JavaScript. */
@final
export class Numbers {
  constructor(count: i32) {
    const bytes = <usize>count << 3
    const numbers = changetype<Numbers>(__new(bytes, idof<Numbers>()))
    memory.fill(changetype<usize>(numbers), 0, bytes)
    return numbers
  }
  @inline @operator('[]') private at(i: i32): f64 {
    return load<f64>(changetype<usize>(this) + (<usize>i << 3))
  }
  @inline @operator('[]=') private put(i: i32, value: f64): void {
    store<f64>(changetype<usize>(this) + (<usize>i << 3), value)
  }
  fill(value: f64, begin: i32, end: i32): void {
    for (let i = begin; i < end; i++) this[i] = value
  }
}

@final
export class Bytes {
  constructor(count: i32) {
    return changetype<Bytes>(__new(count, idof<Bytes>()))
  }
  @inline @operator('[]') private at(i: i32): i32 {
    return load<u8>(changetype<usize>(this) + <usize>i)
  }
  @inline @operator('[]=') private put(i: i32, value: i32): void {
    store<u8>(changetype<usize>(this) + <usize>i, <u8>value)
  }
}

@inline export function imul(a: i32, b: i32): i32 {
  return a * b
}
@inline export function toInt<T>(x: T): i32 {
  // Doubles from 2^52 on have their integer in the low bits: faster than a checked conversion, for |x| < 2^51.
  return isInteger<T>() ? <i32>x : <i32>reinterpret<i64>(trunc<f64>(<f64>x) + 6755399441055744.0)
}
@inline export function upperBits(x: f64): i32 {
  return <i32>(reinterpret<i64>(x) >> 32)
}
@inline export function withUpperBits(x: f64, bits: i32): f64 {
  return reinterpret<f64>((<i64>bits << 32) | (reinterpret<i64>(x) & 0xffffffff))
}
@inline export function unsigned(bits: i32): f64 {
  return <f64>(<u32>bits)
}
