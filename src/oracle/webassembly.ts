import { UserError } from '../core/errors.js'

/** Requires WebAssembly; call this before loading code that signs or hashes. */
export function requireWebAssembly(): void {
  if ('WebAssembly' in globalThis) return
  throw new UserError(
    'prices can neither be signed nor verified',
    'this Node runs without WebAssembly',
    'start it without --jitless',
    3,
  )
}
