import { headerIn } from '../../api/routing/reply.js'
import { defineFault } from '../define.js'
import { headersInWords, someSentHeaders } from '../values.js'

const ENCODING = 'content-encoding'

/** Changes the head of any reply and keeps its body, which a declared encoding makes unreadable: its bytes are plain. */
export const headers = defineFault({
  key: 'headers',
  about:
    'other headers on the reply, null for none; without content-length and transfer-encoding, the end of the connection ends the body',
  examples: [
    '{ headers: { content-type: text/plain } }',
    '{ headers: { content-length: null, transfer-encoding: null } }',
  ],
  shape: () => ({ headers: someSentHeaders }),
  inWords: ({ headers }) => `changes headers: ${headersInWords(headers).join(', ')}`,
  outcomeClass: ({ headers }) =>
    ['identity', ''].includes(headerIn(headers, ENCODING)?.toLowerCase() ?? '') ? 'good' : 'broken',
  flaw: null,
  stage: {
    on: 'connection',
    send(connection, reply, { headers }) {
      const { encoding: _, plain = reply.body, ...bare } = reply
      const sent = headerIn(headers, ENCODING) === undefined ? reply : { ...bare, body: plain }
      connection.send({ ...sent, headers: { ...reply.headers, ...headers } })
    },
  },
})
