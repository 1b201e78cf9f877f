import { ControlError } from '../../kit/errors.js'

/** Throws if no file is watched. */
export function requireWatched(path: string | undefined): string {
  if (path === undefined) throw new ControlError('no-scenario-file', 'no scenario file is watched')
  return path
}
