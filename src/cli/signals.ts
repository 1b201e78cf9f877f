/** Signals that end a server. */
import { constants } from 'node:os'

type EndSignal = 'SIGINT' | 'SIGTERM'

export interface Endings {
  interrupt(): void
  /** SIGTERM: drains, as an orchestrator grants time for open requests. */
  terminate(): void
  now(signal: EndSignal): void
}

export function onSignals({ interrupt, terminate, now }: Endings): void {
  let isEnding = false
  const on = (signal: EndSignal, end: () => void) =>
    process.on(signal, () => {
      if (isEnding) return now(signal)
      isEnding = true
      end()
    })
  on('SIGINT', interrupt)
  on('SIGTERM', terminate)
}

/** Exits with the shells' code for the signal. Node's default does nothing as process 1 of a container. */
export function exitNow(signal: EndSignal): never {
  process.exit(128 + constants.signals[signal])
}
