/**
 * One of the processes that share a port: it follows the primary's sessions and answers requests. Control calls go to the
 * primary as they are.
 */
import { UserError } from '../core/errors.js'
import { createHttpApp } from '../http/app.js'
import { createFront } from '../http/front.js'
import { listen, type Listening as OpenPort } from '../http/listen.js'
import { createMemo } from '../http/memo.js'
import type { Settings } from '../settings.js'
import type { OnBug } from '../simulator.js'
import { worldsFor } from '../worlds.js'
import { type Channel, createChannel, type Link } from './channel.js'
import { createFollowedSession, type FollowedSession } from './followed.js'
import type { Collected, Listening, Orders, SessionState, ToPrimary, ToWorker } from './messages.js'
import { createOutbox } from './outbox.js'

/** Serves as the primary at the other end of `link` says; `onStop` is called when it has said that this is the end. */
export function runWorker(link: Link, onBugOf: (settings: Settings) => OnBug, onStop: () => void): void {
  const primary: Channel<ToPrimary> = createChannel(link, answer)
  const outbox = createOutbox(() => void primary.ask({ say: 'stir' }))
  const followed = new Map<string | undefined, FollowedSession>()
  const orders = primary.ask<Orders>({ say: 'hello' })
  const following = orders.then(follower)
  let port: OpenPort | undefined
  void serve()

  function answer(said: ToWorker): unknown {
    switch (said.say) {
      case 'session':
        return following.then((follow) => follow(said.state))
      case 'ended':
        return following.then(() => end(said.id))
      case 'collect':
        return collected(said.untilMachineMs)
      case 'stop':
        return stop()
    }
  }
  async function follower({ settings, sessions }: Orders): Promise<(state: SessionState) => void> {
    const worlds = await worldsFor(settings)
    const cacheWindows = settings.cache === 'documented'
    const follow = (state: SessionState): void => {
      const known = followed.get(state.id)
      known?.follow(state)
      if (known !== undefined) return
      const journal = outbox.writer(state.id)
      followed.set(state.id, createFollowedSession(state, { worlds, cacheWindows, journal, primary }))
    }
    sessions.forEach(follow)
    return follow
  }
  async function serve(): Promise<void> {
    const { settings, control } = await orders
    await following
    const context = {
      sessions: { root: followed.get(undefined) as FollowedSession, find: (id: string) => followed.get(id) },
      memo: createMemo(),
      quietHeaders: settings.quietHeaders,
      onBug: onBugOf(settings),
      ...(control !== undefined && { control }),
    }
    try {
      port = await listen(createFront(createHttpApp(context), context), settings.host, settings.port)
      await primary.ask({ say: 'listening', outcome: { origin: port.origin } })
    } catch (error) {
      await primary.ask({ say: 'listening', outcome: failure(error) })
    }
  }
  function end(id: string): void {
    followed.get(id)?.waits.free()
    followed.delete(id)
  }
  function collected(untilMachineMs: number): Collected {
    const held = [...followed.values()].reduce((sum, { waits }) => sum + waits.held, 0)
    return { ...outbox.take(untilMachineMs), held, residentBytes: process.memoryUsage.rss() }
  }
  async function stop(): Promise<void> {
    for (const { waits } of followed.values()) waits.free()
    await port?.close()
    onStop()
  }
}

function failure(error: unknown): Listening {
  if (!(error instanceof UserError)) throw error
  const { what, seen, hint, exitCode } = error
  return { what, seen, hint, exitCode }
}
