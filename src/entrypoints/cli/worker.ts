/** The worker's side of `cluster.ts`. */
export const WORKER_VARIABLE = 'GMX_SIM_IS_WORKER'

export function isWorker(): boolean {
  return process.env[WORKER_VARIABLE] === '1' && process.send !== undefined
}

/** Closes the channel to the primary, which would keep the process alive. */
export function disconnectFromPrimary(): void {
  if (isWorker()) process.disconnect()
}

/** Ends a worker that failed to start: the channel would keep it alive. */
export function exitFailedWorker(): void {
  if (isWorker() && process.exitCode) process.exit()
}
