import * as z from 'zod'
import type { Connection } from '../../routing/connection.js'
import type { Reply } from '../../routing/reply.js'
import { defineFault } from '../define.js'

const KINDS = ['json', 'html', 'garbage', 'chunk', 'encoding'] as const

/** A page such as a proxy or a maintenance screen puts in front of a service. */
const PAGE = Buffer.from(
  '<!doctype html>\n<html><head><title>Just a moment...</title></head><body><h1>Checking your browser</h1></body></html>\n',
)
/** The alert that a TLS server sends to a client without TLS, and some bytes with which no HTTP reply begins. */
const GARBAGE = Buffer.from('15030100020246deadbeef00ff00fffefdfcfb', 'hex')

const SENDERS: Readonly<Record<(typeof KINDS)[number], (connection: Connection, reply: Reply) => void>> = {
  /** The body breaks off, and its length is that of what is there. */
  json(connection, reply) {
    connection.send({ ...reply, body: reply.body.subarray(0, Math.floor(reply.body.length * 0.6)) })
  },
  html(connection, reply) {
    const headers = { ...reply.headers, 'content-type': 'text/html; charset=utf-8' }
    connection.send({ ...reply, body: PAGE, headers })
  },
  garbage(connection) {
    connection.raw(GARBAGE)
  },
  /** Half of the body in a good chunk, then one whose size is not a number. */
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
  json: 'answers JSON that breaks off',
  html: 'answers a web page',
  garbage: 'sends bytes that are not HTTP',
  chunk: 'breaks off with a bad chunk size',
  encoding: 'says gzip and sends plain text',
}

/** Breaks a good reply in a way that its status 200 does not tell. Errors are sent as they are. */
export const malformed = defineFault({
  key: 'malformed',
  about:
    'a broken reply with status 200: cut JSON, a web page, bytes that are not HTTP, a bad chunk size, gzip that is none',
  examples: KINDS.map((kind) => `{ malformed: ${kind} }`),
  shape: () => ({ malformed: z.enum(KINDS) }),
  inWords: ({ malformed }) => WORDS[malformed],
  outcomeClass: 'broken',
  flaw: null,
  stage: {
    on: 'connection',
    goodOnly: true,
    plain: true,
    silent: ({ malformed }, status) => malformed === 'garbage' && status === 200,
    send(connection, reply, { malformed }) {
      if (reply.status === 200) SENDERS[malformed](connection, reply)
      else connection.send(reply)
    },
  },
})
