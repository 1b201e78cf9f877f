/**
 * Atomic operations in the store, as one Redis Function library, loaded by the first replica that misses it. Its name includes
 * the version, as replicas of several versions may share a store. Rules are matched in TypeScript and counted here.
 */
import { FURTHEST_MS } from '../../kit/clock/clock.js'
import { MAX_BUCKETS, OTHER_BUCKET } from '../../scenario/token-bucket.js'
import { MAX_KINDS, OTHER_RULE } from '../journal/counts.js'
import { MAX_LINES } from '../journal/lines.js'
import { TTL_SECONDS } from './keys.js'

/** To be raised with every change of the code. */
const VERSION = 12
export const LIBRARY = `gmx_sim_${VERSION}`

/** Idempotency window: replies kept per journal of a replica. */
const REMEMBERED = 1024
/** Silence after which a replica counts as gone. */
export const SILENT_MS = 5000
/** An entry is changed twice at most: by its plan, and by its end. */
const MAX_EVENTS = 3 * MAX_LINES

const FUNCTION_NAMES = ['request', 'amend', 'journal', 'look', 'commit', 'finish', 'beat'] as const
export type FunctionName = (typeof FUNCTION_NAMES)[number]
/** Functions that run in a full store. */
const ALWAYS_RUN: readonly FunctionName[] = ['journal', 'look', 'finish', 'beat']

export const LIBRARY_CODE = `#!lua name=${LIBRARY}
local function text(n) return string.format('%.17g', n) end

-- The time, and how far it is ahead of the store's clock: where that is set back, or the data lost, time goes on from the last instant
-- that was handed out, or is known to a replica. A clock that is set forward again catches up.
local function now(key, known)
  local t = redis.call('TIME')
  local clock = t[1] * 1000 + t[2] / 1000
  local last, before = unpack(redis.call('HMGET', key, 'last', 'clock'))
  local passed = clock - (tonumber(before) or 0)
  last = tonumber(last) or 0
  if passed >= 0 and passed < ${SILENT_MS} then last = last + passed else last = math.max(last, known) end
  local ms = math.max(clock, math.min(last, ${FURTHEST_MS}))
  redis.call('HSET', key, 'last', text(ms), 'clock', text(clock))
  return ms, ms - clock
end

-- Runs a function once for each number, as a client repeats commands when its connection breaks. answers, keys ... | number, args ...
local function once(run)
  return function(keys, args)
    local slot = args[1] % ${REMEMBERED}
    local number, before = string.match(redis.call('HGET', keys[1], slot) or '', '^(%d+) (.*)$')
    if number == args[1] then return before end
    local reply = run(keys, args)
    redis.call('HSET', keys[1], slot, args[1] .. ' ' .. reply)
    redis.call('EXPIRE', keys[1], 600)
    return reply
  end
end

-- Counts requests by kind. Beyond the limit of kinds, further rules share one counter.
local function count(key, kinds)
  for kind, more in pairs(kinds) do
    if redis.call('HLEN', key) >= ${MAX_KINDS} and redis.call('HEXISTS', key, kind) == 0 then
      local fields = cjson.decode(kind)
      if fields[4] ~= cjson.null then fields[4] = '${OTHER_RULE}' end
      kind = cjson.encode(fields)
    end
    redis.call('HINCRBY', key, kind, more)
  end
end

-- Appends events to a journal, whose revisions are their ids.
local function append(lines, counts, events)
  local revision = redis.call('HINCRBY', counts, 'revision', #events) - #events
  for i, event in ipairs(events) do
    redis.call('XADD', lines, 'MAXLEN', '~', ${MAX_EVENTS}, (revision + i) .. '-1', unpack(event))
  end
end

-- Renews the time to live of what belongs together.
local function renew(keys)
  for _, key in ipairs(keys) do redis.call('EXPIRE', key, ${TTL_SECONDS}) end
end

-- The mixer of kit/random/draws.ts, and the first draw of the stream of chance.
local function imul(a, b)
  local low = a % 65536
  return bit.tobit(low * b + ((a - low) / 65536 * b) % 65536 * 65536)
end
local function mix(x)
  x = imul(bit.bxor(x, bit.rshift(x, 16)), 0x21f0aaad)
  x = imul(bit.bxor(x, bit.rshift(x, 15)), 0x735a2d97)
  return bit.bxor(x, bit.rshift(x, 15))
end
local function isDrawn(chance, low, high, call)
  local mixed = mix(bit.bxor(low, imul(call, 0x9e3779b1)))
  local counter = mix(bit.bxor(mixed, bit.tobit(0x85ebca6b)))
  local twist = mix(bit.bxor(high, imul(mixed, 0xc2b2ae35), counter))
  local bits = mix(bit.bxor(mix(bit.tobit(counter + 0x9e3779b9)), twist))
  return (bits % 2^32 + 0.5) / 2^32 < chance
end

-- Counts a request on the rules that it matched, and decides which fires; see scenario/run.ts and token-bucket.ts.
-- Of each rule: itself as JSON, the kind of the request if it fires, and the name of its bucket, if the rule has several.
-- Returns the kind of the rule that fires, and 'index call first-fired wait'; and '|index call' of each rule for frames of streams.
local function decide(get, set, args, first, last, at, elapsed)
  local kind, firing
  local counted = ''
  for i = first, last, 3 do
    local rule = cjson.decode(args[i])
    local id, when, bucket = rule.index, rule.when, rule.bucket
    local calls = when.calls or {first = 1, last = math.huge}
    local call = (get('m' .. id) or 0) + 1
    set('m' .. id, call)
    if rule.isForFrames then counted = counted .. '|' .. id .. ' ' .. text(call) end
    local fires = not kind and elapsed >= (when.after or -math.huge) and elapsed < (when['until'] or math.huge)
    fires = fires and call >= calls.first and call <= calls.last and call % (when.every or 1) == 0
    local fired = fires and get('f' .. id) or 0
    fires = fires and fired < (when.times or math.huge)
    fires = fires and (not when.chance or isDrawn(when.chance, rule.key.low, rule.key.high, call))
    local wait = 0
    if fires and bucket then
      local name = id .. args[i + 2]
      if name ~= id .. '' and not get('l' .. name) then
        local others = get('k' .. id) or 0
        if others < ${MAX_BUCKETS} then set('k' .. id, others + 1) else name = id .. ':${OTHER_BUCKET}' end
      end
      local requests, per, full = bucket.requests, bucket.perMs, bucket.burst * bucket.perMs
      local gained = math.max(0, at - (get('a' .. name) or at)) * requests
      local level = math.min(full, (get('l' .. name) or full) + gained)
      if level < per then wait = (per - level) / requests else level, fires = level - per, false end
      set('a' .. name, at)
      set('l' .. name, level)
      set('w' .. name, wait)
    end
    if fires then
      if fired == 0 then set('t' .. id, at) end
      set('f' .. id, fired + 1)
      kind, firing = args[i + 1], table.concat({id, text(call), text(get('t' .. id)), text(wait)}, ' ')
    end
  end
  return kind, firing, counted
end

-- Journals requests, counts them, and decides for each which rule fires.
-- answers, document, rules, lines, counts, time | number, version, last known instant, origin, since and rate of the clock, when the scenario was
-- loaded, then of each: entry, kind if no rule fires, number of rules, rules ...
-- Returns stale where the document has another version; lost where the counts of rules are missing, as to count from 1 again would fire
-- rules a second time; or else virtual ms and store ms, and of each: number, and what decide says of a rule that fires.
local request = once(function(keys, args)
  if redis.call('HGET', keys[2], 'version') ~= args[2] then return 'stale' end
  local ms = now(keys[6], args[3])
  local at = math.floor(math.max(-${FURTHEST_MS}, math.min(args[4] + (ms - args[5]) * args[6], ${FURTHEST_MS})))
  local changed, kinds, events, replies = {}, {}, {}, {text(at) .. ' ' .. text(ms)}
  local function get(field) return changed[field] or tonumber(redis.call('HGET', keys[3], field)) end
  local function set(field, value) changed[field] = value end
  local n = redis.call('HGET', keys[5], 'n') or 0
  local i = 8
  while i <= #args do
    local kind, firing, counted
    local first, last = i + 3, i + 2 + 3 * args[i + 2]
    if last > first then
      if redis.call('EXISTS', keys[3]) == 0 then return 'lost' end
      kind, firing, counted = decide(get, set, args, first, last, at, at - args[7])
    end
    kind = kind or args[i + 1]
    kinds[kind] = (kinds[kind] or 0) + 1
    n = n + 1
    events[#events + 1] = {'n', n, 'at', text(at), 'ms', text(ms), 'kind', kind, 'entry', args[i]}
    replies[#replies + 1] = (firing and n .. ' ' .. firing or n) .. (counted or '')
    i = last + 1
  end
  for field, value in pairs(changed) do redis.call('HSET', keys[3], field, text(value)) end
  redis.call('HSET', keys[5], 'n', n)
  count(keys[5], kinds)
  append(keys[4], keys[5], events)
  renew(keys)
  return table.concat(replies, ';')
end)

-- Changes entries. answers, lines, counts | number, then of each: n, values, kind, kind before or nothing.
local amend = once(function(keys, args)
  if redis.call('EXISTS', keys[2]) == 0 then return '' end
  local kinds, events = {}, {}
  for i = 2, #args, 4 do
    local kind, before = args[i + 2], args[i + 3]
    if before ~= '' then
      kinds[before] = (kinds[before] or 0) - 1
      kinds[kind] = (kinds[kind] or 0) + 1
    end
    events[#events + 1] = {'n', args[i], 'kind', kind, 'values', args[i + 1]}
  end
  count(keys[3], kinds)
  append(keys[2], keys[3], events)
  return ''
end)

-- Events of a journal after one of them. lines, counts | event, most events
local function journal(keys, args)
  return {redis.call('HGETALL', keys[2]), redis.call('XRANGE', keys[1], '(' .. args[1], '+', 'COUNT', args[2])}
end

-- What now says, the version of a document, and its origin and state unless that is known. document, time | version, last known instant
local function look(keys, args)
  local version = redis.call('HGET', keys[1], 'version') or ''
  local ms, ahead = now(keys[2], args[2])
  if version == args[1] then return {text(ms), text(ahead), version} end
  return {text(ms), text(ahead), version, unpack(redis.call('HMGET', keys[1], 'origin', 'state'))}
end

-- Writes the next version of a document, and deletes keys that are no longer used. Returns the version with that state, or nothing where
-- another one than the known was changed. Counts of rules begin under another name only: lost ones must not begin again.
-- document, rules, lines, counts, rules of earlier runs ..., unused ... | version, next version, channel, id, number of unused, state,
-- 'origin' and origin if unknown
local function commit(keys, args)
  local known, following, channel, id, unused, state = unpack(args, 1, 6)
  local version, rules, before = unpack(redis.call('HMGET', keys[1], 'version', 'rules', 'state'))
  version = version or ''
  if version == following or version == known and before == state then return version end
  if version ~= known then return nil end
  if rules ~= keys[2] then redis.call('HSET', keys[2], 'began', '1') end
  redis.call('HSET', keys[1], 'version', following, 'rules', keys[2], 'state', state, unpack(args, 7))
  for i = #keys - unused + 1, #keys do redis.call('UNLINK', keys[i]) end
  renew(keys)
  redis.call('PUBLISH', channel, id .. ' ' .. following)
  return following
end

-- Ends a session, and deletes its keys. Returns nothing where another version than the known was changed.
-- document, ... | version, channel, id
local function finish(keys, args)
  local version = redis.call('HGET', keys[1], 'version')
  if version and version ~= args[1] then return nil end
  redis.call('UNLINK', unpack(keys))
  redis.call('PUBLISH', args[2], args[3] .. ' ')
  return ''
end

-- Notes a heartbeat, unless replicas live, or sessions, that were started differently. Returns how, and how many replicas live; or else
-- nothing, and the heartbeats of all.
-- start, replicas, sessions, time, connections, document and more of the default session | me, status, last known instant, how it was
-- started, and how that is to be stored
local function beat(keys, args)
  local ms = now(keys[4], args[3])
  local how = redis.call('GET', keys[1])
  if how and how ~= args[4] then
    local live = 0
    for _, status in ipairs(redis.call('HVALS', keys[2])) do
      if (tonumber(string.match(status, '^[%d.]+')) or 0) > ms - ${SILENT_MS} then live = live + 1 end
    end
    if live > 0 or redis.call('ZCARD', keys[3]) > 0 then return {how, live} end
    redis.call('DEL', keys[6])
  end
  redis.call('SET', keys[1], args[5])
  redis.call('HSET', keys[2], args[1], text(ms) .. ' ' .. args[2])
  renew(keys)
  return {false, redis.call('HGETALL', keys[2])}
end

${FUNCTION_NAMES.map(
  (name) =>
    `redis.register_function{function_name='${LIBRARY}_${name}', callback=${name}${ALWAYS_RUN.includes(name) ? ", flags={'allow-oom'}" : ''}}`,
).join('\n')}
`
