/** Refusals of control calls, by code. */

type ErrorRow = readonly [status: number, about: string, hint: string]

export const CONTROL_ERRORS = {
  'bad-body': [400, 'an invalid or unknown key in the body', 'fix it and retry; nothing changed'],
  'bad-catalogue': [400, 'invalid catalogue', 'fix the catalogue'],
  'bad-json': [400, 'the body is not JSON', 'send a JSON object'],
  'bad-price': [400, 'unknown asset, or a price it cannot have', 'write another price'],
  'bad-prices': [400, 'prices that an asset cannot have', 'fix the prices'],
  'bad-query': [400, 'an invalid, unknown or repeated parameter', 'fix it and retry; nothing changed'],
  'bad-request': [415, 'the body is in an unknown charset or encoding', 'send it uncompressed, in UTF-8'],
  'bad-scenario': [400, 'invalid scenario', 'fix the scenario'],
  'bad-session-id': [400, 'invalid id', 'write up to 64 letters, digits, _ or -'],
  'bad-token': [401, 'the token is missing or wrong', 'send authorization: Bearer <token>'],
  'beyond-time': [
    400,
    'the clock would pass 2100',
    'advance by less, or set the clock to an earlier instant',
  ],
  'body-too-large': [413, 'the body is larger than 1 MiB', 'send less'],
  'control-off': [403, 'control requires a token on a public address', 'start with --control-token'],
  draining: [503, 'the process is shutting down', 'retry: another replica or a later process answers'],
  'foreign-host': [403, 'the Host header is not local', 'call it by localhost or 127.0.0.1'],
  'foreign-origin': [
    403,
    "the page's origin is not local",
    'serve it from localhost, or use --control-token',
  ],
  internal: [500, 'internal error', 'this is a bug: see the log of the server'],
  'no-scenario': [409, 'none is loaded, and none was since the last reset', 'load one with PUT scenario'],
  'no-scenario-file': [409, 'the server does not watch a file', 'start it with --scenario <file> --watch'],
  'no-such-call': [404, 'unknown call', 'see /__sim/v1/control-openapi.json for all calls'],
  'no-such-entry': [404, 'it does not exist, or was evicted', 'it may have been evicted: see GET journal'],
  'no-such-session': [
    404,
    'the session has ended or never existed',
    'create it with POST sessions; it may have ended',
  ],
  'no-such-snapshot': [404, 'this session has no such snapshot', 'take one with POST snapshots'],
  'no-such-token': [
    400,
    'the symbol is not a priced token of the network',
    'write a symbol from GET market/assets',
  ],
  'not-built': [404, 'the page has not been built', 'run npm run build'],
  'not-in-time': [408, 'fewer requests were received in time', 'see GET journal for those received'],
  'scenario-too-large': [
    413,
    'too large for the store',
    'write fewer rows, or start every replica with it by --scenario',
  ],
  'session-exists': [409, 'the session exists', 'end it first, or write another id'],
  store: [503, 'the store is unreachable', 'try again'],
  'too-many-assets': [
    429,
    'the assets in use need more memory than the price kernel has',
    'end some sessions, or use a catalogue with fewer tokens',
  ],
  'too-many-prices': [429, 'limit reached', 'undo them by DELETE prices, or write a scenario with moves'],
  'too-many-sessions': [429, 'limit reached', 'end some, or give them a ttl'],
  'too-much-data': [
    429,
    'limit of catalogues, rows and scenarios of all sessions reached',
    'end some sessions, or start the server with --catalogue or --scenario for all of them',
  ],
  'too-many-snapshots': [429, 'limit reached', 'use a separate session for each test'],
  'too-many-tokens': [
    429,
    'too many replies to wrong tokens are delayed; the right token is never refused',
    'wait a second, then send the right one',
  ],
  'too-many-waits': [429, 'limit of waiting calls reached', 'end some, or wait in another session'],
  'too-many-watchers': [429, 'limit of watchers reached', 'close a page that watches it, and retry'],
  'unwritable-file': [409, 'the scenario file cannot be written', 'make it writable, or write another file'],
  'wrong-method': [405, 'the call does not support this method', 'use GET'],
} as const satisfies Readonly<Record<string, ErrorRow>>

export type ControlErrorCode = keyof typeof CONTROL_ERRORS

/** A refusal of a control call, with the status and texts of its code by default. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly code: ControlErrorCode
  readonly status: number
  readonly hint: string

  constructor(
    code: ControlErrorCode,
    message: string = CONTROL_ERRORS[code][1],
    hint: string = CONTROL_ERRORS[code][2],
    status: number = CONTROL_ERRORS[code][0],
  ) {
    super(message)
    this.code = code
    this.status = status
    this.hint = hint
  }
}

/** The reply to waiting calls while the process shuts down. */
export function draining(): ControlError {
  return new ControlError('draining', 'this process is shutting down')
}

export function noSuchEntry(n: number): ControlError {
  return new ControlError('no-such-entry', `the journal has no request ${n}`)
}
