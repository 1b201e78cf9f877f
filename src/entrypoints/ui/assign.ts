import type { Signal } from '@preact/signals'

/** Sets a signal, as an expression: `onClick={() => set(isOpen, true)}`. */
export function assign<Value>(signal: Signal<Value>, value: Value): void {
  signal.value = value
}
