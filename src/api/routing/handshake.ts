/** Replies to requests for a WebSocket, and to plain ones where there is nothing else. */
import { errorReply, type Reply } from './reply.js'

const WHERE = 'connect to /v1/stream of a base address api or api-fallback'
const PLAIN =
  'this is a WebSocket: connect with ws:// or wss://, and send {"op":"subscribe","channels":["prices"]}'
const FULL = 'the simulator has its maximum of open streams: close some'
const UPGRADE = { upgrade: 'websocket', 'sec-websocket-version': '13' }

/** 101, unless there is no room. */
export function openStreamReply(isPossible: boolean, asOfMs: number): Reply {
  return isPossible ? { status: 101, body: Buffer.alloc(0), asOfMs } : errorReply(429, [FULL], asOfMs)
}

/** 426 */
export function plainRequestReply(asOfMs: number): Reply {
  return errorReply(426, [PLAIN], asOfMs, UPGRADE)
}

/** 400 */
export function noStreamReply(path: string, asOfMs: number): Reply {
  return errorReply(400, [`there is no WebSocket at ${path}: ${WHERE}`], asOfMs)
}
