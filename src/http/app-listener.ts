import type { IncomingMessage, ServerResponse } from 'node:http'

/** An Express app as whoever mounts it or hands it to supertest sees it. */
export type AppListener = (request: IncomingMessage, response: ServerResponse) => void
