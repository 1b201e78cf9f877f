import * as z from 'zod'
import type { Connection, Reply } from '../../api/routing/reply.js'
import { defineFault } from '../define.js'

const KINDS = ['json', 'html', 'garbage', 'chunk', 'encoding'] as const

/** An interstitial page of a proxy or CDN. */
const PAGE = Buffer.from(
  '<!doctype html>\n<html><head><title>Just a moment...</title></head><body><h1>Checking your browser</h1></body></html>\n',
)
/** A TLS alert, as sent to a client without TLS, and bytes that cannot begin an HTTP reply. */
const GARBAGE = Buffer.from('15030100020246deadbeef00ff00fffefdfcfb', 'hex')

const cut = (body: Buffer) => body.subarray(0, Math.floor(body.length * 0.6))
/** Frames of a stream that are no JSON; those that are not listed are truncated. */
const FRAMES: Readonly<Partial<Record<(typeof KINDS)[number], Buffer>>> = {
  html: PAGE,
  garbage: Buffer.from(GARBAGE.toString('latin1')),
}

const SENDERS: Readonly<Record<(typeof KINDS)[number], (connection: Connection, reply: Reply) => void>> = {
  /** Truncates the body, with a matching length. */
  json(connection, reply) {
    connection.send({ ...reply, body: cut(reply.body) })
  },
  html(connection, reply) {
    const headers = { ...reply.headers, 'content-type': 'text/html; charset=utf-8' }
    connection.send({ ...reply, body: PAGE, headers })
  },
  garbage(connection) {
    connection.raw(GARBAGE)
  },
  /** Half of the body in a valid chunk, then an invalid chunk size. */
  chunk(connection, reply) {
    connection.head(reply, { 'transfer-encoding': 'chunked' })
    const half = reply.body.subarray(0, Math.ceil(reply.body.length / 2))
    const size = half.length.toString(16)
    connection.raw(Buffer.concat([Buffer.from(`${size}\r\n`), half, Buffer.from('\r\nxyz\r\n')]))
  },
  encoding(connection, reply) {
    connection.send({ ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' } })
  },
}

const WORDS: Readonly<Record<(typeof KINDS)[number], string>> = {
  json: 'answers truncated JSON',
  html: 'answers a web page',
  garbage: 'sends bytes that are not HTTP',
  chunk: 'sends an invalid chunk size',
  encoding: 'declares gzip and sends plain text',
}

/** Corrupts a good reply but keeps its status 200. Error replies stay unchanged. */
export const malformed = defineFault({
  key: 'malformed',
  about:
    'a corrupt reply with status 200: truncated JSON, a web page, bytes that are not HTTP, an invalid chunk size, mislabelled gzip',
  examples: KINDS.map((kind) => `{ malformed: ${kind} }`),
  shape: () => ({ malformed: z.enum(KINDS) }),
  inWords: ({ malformed }) => WORDS[malformed],
  outcomeClass: 'broken',
  flaw: null,
  stage: {
    on: 'connection',
    goodOnly: true,
    plain: true,
    frame: (frame, { malformed }) => FRAMES[malformed] ?? cut(frame),
    silent: ({ malformed }, status) => malformed === 'garbage' && status === 200,
    send(connection, reply, { malformed }) {
      if (reply.status === 200) SENDERS[malformed](connection, reply)
      else connection.send(reply)
    },
  },
})
