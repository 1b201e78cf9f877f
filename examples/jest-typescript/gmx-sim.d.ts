import type { SimulatorMatchers } from 'gmx-sim'

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends SimulatorMatchers<R> {}
}
