import type { IncomingMessage, ServerResponse } from 'node:http'

/** What `createApp` returns: a listener for `http.createServer`, for `app.use` of Express, and for supertest. */
export type AppListener = (request: IncomingMessage, response: ServerResponse) => void
