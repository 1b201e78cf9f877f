/** Set where this process is one of several on one port, see `workers.ts`. */
export const WORKER_VARIABLE = 'GMX_SIM_IS_WORKER'

export function isWorker(): boolean {
  return process.env[WORKER_VARIABLE] === '1' && process.send !== undefined
}

/** Lets the process end: as long as it may be told something by the one that started it, it goes on. */
export function leaveWorkers(): void {
  if (isWorker()) process.disconnect()
}

/** Ends a process that could not begin, which would go on for the same reason. */
export function endUnbegun(): void {
  if (isWorker() && process.exitCode) process.exit()
}
