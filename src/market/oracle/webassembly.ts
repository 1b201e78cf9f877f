import { UserError } from '../../kit/errors.js'

export function requireWebAssembly(): void {
  if ('WebAssembly' in globalThis) return
  throw new UserError(
    'prices can neither be signed nor verified',
    'this Node runs without WebAssembly',
    'start Node without --jitless',
    3,
  )
}
