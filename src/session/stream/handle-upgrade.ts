/** Requests for a stream: counted, decided, journalled and answered as requests are; a reply 101 opens the stream. */

import type { Endpoint } from '../../api/endpoints/define.js'
import type { Reply, UndecidedConnection } from '../../api/routing/reply.js'
import type { ApiRequest } from '../../api/routing/request.js'
import { SWITCHING } from '../../scenario/effect.js'
import { handle } from '../handle.js'
import type { Session } from '../session.js'
import { PriceStream, type StreamPeer } from './price-stream.js'
import { type StreamServer, streamsOf } from './session-streams.js'

/** `accept` sends the 101, and returns the other end of the stream; undefined if the client is gone. */
export async function handleUpgrade(
  server: StreamServer,
  session: Session,
  request: ApiRequest,
  endpoint: Endpoint | undefined,
  connection: UndecidedConnection,
  accept: (reply: Reply) => StreamPeer | undefined,
): Promise<void> {
  const { send } = connection
  let peer: StreamPeer | undefined
  connection.send = (reply) => {
    if (reply.status === SWITCHING) peer = accept(reply)
    else send.call(connection, reply)
  }
  await handle(session, request, endpoint, connection, (entry) => {
    if (peer !== undefined) peer.opened(new PriceStream(streamsOf(session, server), request, entry, peer))
  })
}
