import { defineFault } from '../define.js'
import { headersInWords, someSentHeaders } from '../values.js'

/** Changes the head of any reply and keeps its body. A changed encoding makes the body unreadable. */
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
    Object.keys(headers).some((name) => name.toLowerCase() === 'content-encoding') ? 'broken' : 'good',
  flaw: null,
  stage: {
    on: 'connection',
    send: (connection, reply, { headers }) =>
      connection.send({ ...reply, headers: { ...reply.headers, ...headers } }),
  },
})
