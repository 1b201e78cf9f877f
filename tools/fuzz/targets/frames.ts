/** Frames of a hostile client of the price stream: each text is answered in JSON, anything else ends that stream alone. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { defineTarget, hold } from '../target.js'

/** A frame on the wire; `text` ones are valid. */
interface Frame {
  readonly first: number
  readonly isMasked: boolean
  /** Announced length, if not that of the payload. */
  readonly length: number | null
  readonly payload: string
}

const anyName = fc.oneof(
  fc.constantFrom(
    'prices',
    'candles:ETH:1m',
    'candles:BTC:1d',
    'candles:ETH:2m',
    'candles::',
    'candles:__proto__:1m',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const anyText = fc.oneof(
  fc
    .record({
      op: fc.constantFrom<unknown>('subscribe', 'unsubscribe', 'ack', '__proto__', null, 1),
      channels: fc.oneof(fc.array(anyName, { maxLength: 250 }), fc.jsonValue()),
    })
    .map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('{"op":"subscribe","channels":["prices"', '[[[[', '"\\ud800"', '{}', 'null'),
)
const validFrame = anyText.map((payload): Frame => ({ first: 0x81, isMasked: true, length: null, payload }))
const hostileFrame: fc.Arbitrary<Frame> = fc.record({
  first: fc.nat(255),
  isMasked: fc.boolean(),
  length: fc.option(fc.nat(2 ** 31)),
  payload: fc.string({ unit: 'binary', maxLength: 140 }),
})

export const frames = defineTarget<readonly Frame[]>({
  name: 'frames',
  inputs: fc.oneof(
    fc.array(validFrame, { minLength: 1, maxLength: 100 }),
    fc.array(fc.oneof(validFrame, hostileFrame), { minLength: 1, maxLength: 40 }),
  ),
  count: ({ length }) => length,
  async attack(sent, { attacked: { url } }) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {})
    const parts: Buffer[] = []
    const received = () => {
      const all = Buffer.concat(parts)
      return framesIn(all.subarray(all.indexOf('\r\n\r\n') + 4))
    }
    socket.on('data', (part) => {
      parts.push(part)
      // Answers precede the pong of a ping that follows their frames; a client that closes earlier may miss them.
      const isAnswered = received().some(([first]) => first === 0x8a)
      if (isAnswered && !socket.writableEnded) socket.end(CLOSE)
    })
    socket.write(`${HANDSHAKE}\r\n\r\n`)
    await once(socket, 'data')
    for (const frame of sent) socket.write(encoded(frame))
    socket.write(PING)
    await ended(socket)
    hold(parts[0].subarray(0, 12).toString() === 'HTTP/1.1 101', 'the handshake is answered', `${parts[0]}`)
    const texts = received().flatMap(([first, text]) => (first === 0x81 ? [text] : []))
    for (const text of texts) {
      const { op, ch } = JSON.parse(text)
      hold(op === 'ack' || op === 'error' || typeof ch === 'string', 'a frame is of the protocol', text)
    }
    const isValid = sent.every(({ first, isMasked, length }) => first === 0x81 && isMasked && length === null)
    const answers = texts.filter((text) => text.startsWith('{"op":'))
    if (isValid) hold(answers.length >= sent.length, 'each frame is answered', [answers.length, sent.length])
  },
})

const HANDSHAKE = [
  'GET /arbitrum-api/v1/stream HTTP/1.1',
  'host: 127.0.0.1',
  'connection: Upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
].join('\r\n')

/** Resolves when the server has ended the connection, or stayed silent about a frame that is not complete. */
async function ended(socket: Socket): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), 2000)
  await once(socket, 'close').catch(() => {})
  clearTimeout(timer)
}

function encoded({ first, isMasked, length, payload }: Frame): Buffer {
  const isText = first === 0x81
  const bytes = Buffer.from(payload, isText ? 'utf8' : 'latin1')
  const announced = length ?? bytes.length
  const mask = isMasked ? 0x80 : 0
  const head = [first]
  if (announced < 126) head.push(mask | announced)
  else if (announced < 65_536) head.push(mask | 126, announced >> 8, announced & 255)
  else head.push(mask | 127, 0, 0, 0, 0, ...Buffer.from(Uint32Array.of(announced).buffer).reverse())
  // A key of zeros changes nothing.
  return Buffer.concat([Buffer.from(head), Buffer.alloc(isMasked ? 4 : 0), bytes])
}

const PING = Buffer.from([0x89, 0x80, 0, 0, 0, 0])
const CLOSE = Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8])

/** First byte and payload of each whole frame from the server. */
function framesIn(bytes: Buffer): (readonly [first: number, payload: string])[] {
  const frames: (readonly [number, string])[] = []
  for (let at = 0; at + 2 <= bytes.length; ) {
    const short = bytes[at + 1]
    const from = at + (short < 126 ? 2 : short === 126 ? 4 : 10)
    if (from > bytes.length) break
    const size =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
    if (from + size > bytes.length) break
    frames.push([bytes[at], bytes.toString('utf8', from, from + size)])
    at = from + size
  }
  return frames
}
