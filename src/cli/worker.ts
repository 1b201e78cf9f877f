/** Set where this process is one of several on one port, see `workers.ts`. */
export const WORKER_VARIABLE = 'GMX_SIM_IS_WORKER'

export function isWorker(): boolean {
  return process.env[WORKER_VARIABLE] === '1' && process.send !== undefined
}
