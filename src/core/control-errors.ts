type ErrorRow = readonly [status: number, about: string, hint: string]

export const CONTROL_ERRORS = {
  'bad-body': [
    400,
    'the body has a wrong or unknown key',
    'mend that and send it again; nothing was changed',
  ],
  'bad-catalogue': [400, 'it is not a good catalogue', 'mend the catalogue'],
  'bad-json': [400, 'the body is not JSON', 'send a JSON object'],
  'bad-price': [400, 'there is no such asset, or it cannot have that price', 'write another price'],
  'bad-prices': [400, 'an asset cannot have such prices', 'mend the prices'],
  'bad-query': [
    400,
    'a parameter is wrong, unknown or given twice',
    'mend that and send it again; nothing was changed',
  ],
  'bad-request': [
    415,
    'the body is in an unknown charset or encoding',
    'send it plainly, in UTF-8 and not compressed',
  ],
  'bad-scenario': [400, 'it is not a good scenario', 'mend the scenario'],
  'bad-session-id': [400, 'the id is not usable', 'write up to 64 letters, digits, _ or -'],
  'bad-token': [401, 'the token is missing or wrong', 'send authorization: Bearer <token>'],
  'beyond-time': [
    400,
    'that would lead beyond 2100',
    'advance by less, or set the clock to an earlier instant',
  ],
  'body-too-large': [413, 'the body is larger than 1 MiB', 'send less'],
  'control-off': [
    403,
    'control needs a token on an address that other machines reach',
    'start with --control-token',
  ],
  draining: [503, 'the process is ending', 'ask another one, or a later one'],
  'foreign-host': [403, 'the Host header is not of this machine', 'call it by localhost or 127.0.0.1'],
  'foreign-origin': [
    403,
    'the page that asks is not of this machine',
    'serve it from localhost, or use --control-token',
  ],
  internal: [500, 'a bug: see the log', 'this is a bug: see the log'],
  'no-scenario': [409, 'none is loaded, and none was since the last reset', 'load one with PUT scenario'],
  'no-such-call': [404, 'there is no such call', 'see /__sim/v1/control-openapi.json for those there are'],
  'no-such-entry': [404, 'there is none, or it was let go', 'it may have been let go: see GET journal'],
  'no-such-session': [
    404,
    'the session has ended or never was',
    'make one with POST sessions; it may have ended',
  ],
  'no-such-snapshot': [404, 'this session has none of that id', 'take one with POST snapshots'],
  'no-such-token': [
    400,
    'the symbol is no priced token of the network',
    'write a symbol that GET market/assets lists',
  ],
  'not-built': [404, 'the page has not been built', 'run npm run build'],
  'not-in-time': [408, 'that many have not come in time', 'see GET journal for what did come'],
  'scenario-too-large': [
    413,
    'the store, where there is one, takes none so large',
    'write fewer rows, or start every replica with it by --scenario',
  ],
  'session-exists': [409, 'there is a session of that id', 'end it first, or write another id'],
  store: [503, 'the store, where there is one, cannot be reached', 'try again'],
  'too-many-prices': [
    429,
    'there are as many as there may be until a reset',
    'reset the session, or write a scenario with moves',
  ],
  'too-many-sessions': [429, 'there are as many as there may be', 'end some, or give them a ttl'],
  'too-many-snapshots': [429, 'there are as many as there may be', 'use a session of its own for each test'],
  'too-many-tokens': [
    429,
    'ten wrong tokens came from this address: it waits for a second',
    'wait a second, then send the right one',
  ],
  'too-many-waits': [429, 'as many wait as may', 'end some, or wait in another session'],
  'too-many-watchers': [429, 'as many watch as may', 'close a page that shows it, and try again'],
  'wrong-method': [405, 'the call does not have this method', 'use GET'],
} as const satisfies Readonly<Record<string, ErrorRow>>

export type ControlErrorCode = keyof typeof CONTROL_ERRORS
