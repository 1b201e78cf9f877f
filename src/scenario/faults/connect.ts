import * as z from 'zod'
import { defineFault } from '../define.js'

/** Connections stay half open until the client gives up: a port whose backlog is full, or a proxy that never answers CONNECT. */
export const connectFault = defineFault({
  key: 'connect',
  about: 'accepts no connection, so that clients time out; likewise, or with --split-ports',
  examples: ['{ connect: hang }'],
  shape: () => ({ connect: z.literal('hang') }),
  inWords: () => 'never accepts a connection',
  outcomeClass: 'silent',
  flaw: null,
  stage: { on: 'port' },
})
