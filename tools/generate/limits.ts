/** Limits of a server that its users meet: the tables of docs/limits.md. */

import { MAX_HELD } from '../../src/kit/clock/held-requests.js'
import { MAX_SEED } from '../../src/kit/text/parse.js'
import { MAX_CANDLE_BYTES } from '../../src/market/candle-import/read-file.js'
import { MAX_IMPORTED_CANDLES, MAX_MISSING } from '../../src/market/candle-import/runs.js'
import { MAX_KERNEL_BYTES } from '../../src/market/price/kernel-limits.js'
import { MAX_ROWS } from '../../src/scenario/read/limits.js'
import { MAX_WAITS, MAX_WATCHERS } from '../../src/server/control/watchers.js'
import { MAX_BODY_BYTES } from '../../src/server/http/discard-body.js'
import { IDLE_MS } from '../../src/server/http/server.js'
import { MAX_UNANSWERED, MAX_WAITING } from '../../src/server/http/turns.js'
import { MAX_LINES_BYTES } from '../../src/session/journal/journal.js'
import { MAX_LINES } from '../../src/session/journal/lines.js'
import { MAX_OWN_BYTES } from '../../src/session/own-data.js'
import { MAX_SESSIONS } from '../../src/session/session-settings.js'
import { MAX_SNAPSHOTS } from '../../src/session/sessions.js'
import { MAX_CHANNELS, MAX_MESSAGE_BYTES } from '../../src/session/stream/client-frame.js'
import { MAX_STREAMS } from '../../src/session/stream/session-streams.js'

/** A number, or words. */
type LimitRow = readonly [what: string, limit: number | string, beyond: string]

const SHIFTS = { kB: 10, MB: 20, MiB: 20 }

function inUnits(bytes: number, unit: keyof typeof SHIFTS): string {
  return `${bytes / (1 << SHIFTS[unit])} ${unit}`
}

/** By section of docs/limits.md. */
export const LIMITS = {
  memory: [
    ['sessions', MAX_SESSIONS, '429 `too-many-sessions`: end some, or create them with a `ttl`'],
    [
      'catalogues, rows and scenarios of all sessions',
      `${inUnits(MAX_OWN_BYTES, 'MB')}: 0.2 MB per catalogue, 32 bytes per row, plus their text`,
      '429 `too-much-data`: end some sessions, or give them to the server with `--catalogue` or `--scenario`',
    ],
    ['snapshots per session', MAX_SNAPSHOTS, '429 `too-many-snapshots`: `POST /reset` deletes them'],
    ['journal entries per session', MAX_LINES, 'the oldest are evicted; counts stay exact'],
    [
      'all journals and snapshots',
      inUnits(MAX_LINES_BYTES, 'MB'),
      'entries of the least recently written journal are evicted; counts stay exact',
    ],
    ['URL in a journal entry', '2,048 characters', 'truncated; `urlLength` has the full length'],
    ['`user-agent` and `x-request-id` in a journal entry', '200 characters each', 'truncated'],
    [
      'rows of `GET /journal`, `GET /journal/changes` and `GET /journal/pauses`',
      '1,000, or `limit` up to 10,000',
      '`more` in the reply says how to page',
    ],
    ['concurrent `POST /journal/wait` calls', MAX_WAITS, '429 `too-many-waits`'],
    ['watchers per server, such as open dashboards', MAX_WATCHERS, '429 `too-many-watchers`'],
    ['past scenarios that `GET /journal/<n>` explains', '10 per session', '`rules` is null'],
    [
      'what cached prices keep in the kernel, for the catalogue of one session too',
      inUnits(MAX_KERNEL_BYTES, 'MB'),
      '429 `too-many-assets`: use a catalogue with fewer tokens',
    ],
  ],
  scenarios: [
    ['seed, wherever it is given', `${MAX_SEED} characters`, 'rejected'],
    ['a move, its recovery, or a freeze', '7 days', 'scenario rejected'],
    ['all moves and freezes of a scenario', '400 days', 'scenario rejected'],
    ['candle file', inUnits(MAX_CANDLE_BYTES, 'MB'), 'rejected'],
    ['candles per asset, including gaps', MAX_IMPORTED_CANDLES, 'rejected'],
    [
      'missing candles per asset, where most are missing',
      MAX_MISSING,
      'rejected; ten more are allowed per row',
    ],
    ['inline rows', MAX_ROWS, 'scenario rejected'],
    ['assets with given prices per scenario; points per asset', '200; 1,000', 'scenario rejected'],
    [
      'scenario in a [store](replicas.md), mostly its candles',
      '8 MB',
      '413 `scenario-too-large`: pass `--scenario` to every replica instead',
    ],
  ],
  connections: [
    ['unanswered requests per connection', MAX_UNANSWERED, 'the connection is closed'],
    ['waiting requests of all connections', MAX_WAITING, 'that connection is closed'],
    [
      'requests held by `delay`, `hang` and the like',
      MAX_HELD,
      '429 with `{"errors": […]}` instead of being held',
    ],
    ['open streams', MAX_STREAMS, '429 in place of the handshake'],
    ['channels of a stream', MAX_CHANNELS, 'an `error` frame'],
    ['message to a stream', inUnits(MAX_MESSAGE_BYTES, 'kB'), 'the stream is closed with 1009'],
    ['pause between two requests of a connection', `${IDLE_MS / 60_000} min`, 'the connection is closed'],
    [
      'file descriptors of the process',
      '`ulimit -n`',
      'new connections are closed; what the server loads late, such as the control API, answers 500',
    ],
    ['request line and headers', '16 kB', '431 with `{"errors": […]}`'],
    [
      'control call body',
      inUnits(MAX_BODY_BYTES, 'MiB'),
      '413 `body-too-large`, and the connection is closed',
    ],
  ],
} as const satisfies Readonly<Record<string, readonly LimitRow[]>>
