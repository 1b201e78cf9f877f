/** A connection on which the reply 101 opens a stream. */

import type { Reply, UndecidedConnection } from '../../api/routing/reply.js'
import { SWITCHING } from '../../scenario/effect.js'
import type { OnAnswered } from '../handle.js'
import type { Session } from '../session.js'
import { PriceStream, type StreamPeer } from './price-stream.js'
import { type StreamServer, streamsOf } from './session-streams.js'

/** `accept` sends the 101, and returns the other end of the stream; undefined if the client is gone. */
export function opensStream(
  server: StreamServer,
  session: Session,
  connection: UndecidedConnection,
  accept: (reply: Reply) => StreamPeer | undefined,
): { readonly connection: UndecidedConnection; readonly onAnswered: OnAnswered } {
  const { send } = connection
  let peer: StreamPeer | undefined
  connection.send = (reply) => {
    if (reply.status === SWITCHING) peer = accept(reply)
    else send.call(connection, reply)
  }
  return {
    connection,
    onAnswered(entry, request) {
      if (peer !== undefined) peer.opened(new PriceStream(streamsOf(session, server), request, entry, peer))
    },
  }
}
