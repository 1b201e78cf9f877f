/** Signals that stop a server. */
import { constants } from 'node:os'

type StopSignal = 'SIGINT' | 'SIGTERM'

export interface StopHandlers {
  /** SIGINT. */
  interrupt(): void
  /** SIGTERM: drains, as orchestrators allow time for open requests. */
  terminate(): void
  /** The second signal. */
  now(signal: StopSignal): void
}

export function onSignals({ interrupt, terminate, now }: StopHandlers): void {
  let isStopping = false
  const on = (signal: StopSignal, end: () => void) =>
    process.on(signal, () => {
      if (isStopping) return now(signal)
      isStopping = true
      end()
    })
  on('SIGINT', interrupt)
  on('SIGTERM', terminate)
}

/** Exits with 128 + the signal's number, as shells do. Node's default has no effect for process 1 of a container. */
export function exitNow(signal: StopSignal): never {
  process.exit(128 + constants.signals[signal])
}
