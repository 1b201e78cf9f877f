/** How a server that is running is asked to end. */
import { constants } from 'node:os'

type EndSignal = 'SIGINT' | 'SIGTERM'

export interface Endings {
  /** Ctrl-C: somebody waits for their prompt. */
  interrupt(): void
  /** SIGTERM: an orchestrator has others to send requests to, and gives this one time for those that it has. */
  terminate(): void
  /** Another signal, while one of these is under way. */
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

/** With the code that shells know for the signal. What Node does by itself does nothing for process 1 of a container. */
export function endNow(signal: EndSignal): never {
  process.exit(128 + constants.signals[signal])
}
