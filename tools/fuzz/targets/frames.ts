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
    socket.on('data', (part) => void parts.push(part))
    socket.write(`${HANDSHAKE}\r\n\r\n`)
    await once(socket, 'data')
    for (const frame of sent) socket.write(encoded(frame))
    // A valid last one, whose answer ends the wait: a close.
    socket.write(encoded({ first: 0x88, isMasked: true, length: null, payload: '\x03\xe8' }))
    await ended(socket)
    const all = Buffer.concat(parts)
    const body = all.indexOf('\r\n\r\n')
    hold(
      all.subarray(0, 12).toString() === 'HTTP/1.1 101',
      'the handshake is answered',
      all.toString('latin1', 0, 200),
    )
    const texts = textsIn(all.subarray(body + 4))
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

/** The texts of whole frames from the server. */
function textsIn(bytes: Buffer): string[] {
  const texts: string[] = []
  for (let at = 0; at + 2 <= bytes.length; ) {
    const short = bytes[at + 1]
    const [from, size] =
      short < 126
        ? [at + 2, short]
        : short === 126
          ? [at + 4, bytes.readUInt16BE(at + 2)]
          : [at + 10, Number(bytes.readBigUInt64BE(at + 2))]
    if (from + size > bytes.length) break
    if (bytes[at] === 0x81) texts.push(bytes.toString('utf8', from, from + size))
    at = from + size
  }
  return texts
}
