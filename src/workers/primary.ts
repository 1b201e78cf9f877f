/**
 * The process that has the simulator, without answering for it: it counts what rules match, keeps the journals, drives
 * the clocks, and starts and stops the workers, which share the port.
 */
import { UserError } from '../core/errors.js'
import { createControlApp } from '../http/app.js'
import { baseUrlsAt } from '../http/base-urls.js'
import { listen, type RequestListener } from '../http/listen.js'
import type { Follower } from '../session/sessions.js'
import type { Settings } from '../settings.js'
import { createSimulator, type OnBug, type RunningSimulator } from '../simulator.js'
import { type Channel, createChannel } from './channel.js'
import { forkWorkers } from './fork.js'
import { createLedger } from './ledger.js'
import type { Counted, Listening, Orders, ToPrimary, ToWorker } from './messages.js'
import { createReplicas } from './replicas.js'

/**
 * Serves with `settings.workers` processes. Rejects with a UserError where the settings cannot be served; `onLost` is told
 * of a worker that ends before it is told to.
 */
export async function startWorkers(
  settings: Settings,
  onBug: OnBug,
  onLost: (error: Error) => void,
): Promise<RunningSimulator> {
  if (settings.splitPorts)
    throw new UserError(
      '--workers cannot be had with --split-ports',
      `--workers ${settings.workers}`,
      'leave out one of them: ports that open and close belong to one process',
      2,
    )
  const channels: Channel<ToWorker>[] = []
  const replicas = createReplicas(channels)
  const ledger = createLedger(() => simulator.sessions, channels)
  const follower: Follower = {
    ...replicas,
    ended(session) {
      replicas.ended(session)
      ledger.forget(session.journal)
    },
    elsewhere: ledger.elsewhere,
  }
  const simulator = await createSimulator(settings, onBug, undefined, follower)
  const { session, sessions, context } = simulator
  const controlApp = createControlApp(context)
  /** What was answered before a control call came is in the journal by then. */
  const afterCollecting: RequestListener = (request, response) =>
    void ledger.collect().then(() => controlApp(request, response))
  const control = settings.noControl ? undefined : await listen(afterCollecting, '127.0.0.1', 0)

  const count = ({ id, version, atMs, rules }: ToPrimary & { say: 'count' }): Counted => {
    const asked = id === undefined ? session : sessions.find(id)
    if (asked === undefined || !replicas.isCurrent(asked, version)) return 'changed'
    return { strike: asked.scenario?.count(rules, atMs) }
  }
  let isStopping = false
  const workers = forkWorkers(settings.workers)
  const listening = workers.links.map(
    (link) =>
      new Promise<Listening>((resolve) => {
        const channel: Channel<ToWorker> = createChannel(link, (said: ToPrimary): unknown => {
          switch (said.say) {
            case 'hello':
              channels.push(channel)
              if (isStopping) void channel.ask({ say: 'stop' })
              return { settings, control: control?.origin, sessions: replicas.states() } satisfies Orders
            case 'listening':
              return resolve(said.outcome)
            case 'count':
              return count(said)
            case 'stir':
              return ledger.stir()
          }
        })
      }),
  )
  const stop = async (): Promise<void> => {
    isStopping = true
    sessions.endAll()
    const ended = workers.ended()
    for (const channel of channels) void channel.ask({ say: 'stop' })
    await Promise.all([control?.close(), ended])
  }
  try {
    const url = originOf(await Promise.race([Promise.all(listening), workers.lost]))
    workers.lost.catch(onLost)
    return { ...simulator, url, baseUrls: baseUrlsAt(url), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Where all of them listen; throws the UserError of one that does not. */
function originOf(listening: readonly Listening[]): string {
  for (const outcome of listening)
    if (!('origin' in outcome))
      throw new UserError(outcome.what, outcome.seen, outcome.hint, outcome.exitCode)
  return (listening[0] as { origin: string }).origin
}
