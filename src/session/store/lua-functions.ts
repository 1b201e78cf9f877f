/**
 * Atomic operations in the store, as one Redis Function library, loaded by the first replica that misses it. Its name includes
 * the version, as replicas of several versions may share a store. Rules themselves are evaluated in TypeScript.
 */

/** To be raised with every change of the code. */
const VERSION = 3
export const LIBRARY = `gmx_sim_${VERSION}`

/** Idempotency window: replies kept per replica and session. */
const REMEMBERED = 1024
const RULE_ARGUMENTS = 11

const FUNCTION_NAMES = ['start', 'renew', 'lock', 'commit', 'decide', 'take', 'gather'] as const
export type FunctionName = (typeof FUNCTION_NAMES)[number]

export const LIBRARY_CODE = `#!lua name=${LIBRARY}
local function ms()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000)
end
local function text(n) return string.format('%.17g', n) end

-- A replica comes. It is refused where others live, or sessions, that were started differently.
-- start, replicas, sessions, root | me, lease ms, how it was started, generation
local function start(keys, args)
  local known = redis.call('HGET', keys[1], 'how')
  local now = ms()
  if known and known ~= args[3] then
    local live = redis.call('ZCOUNT', keys[2], now, '+inf')
    if live > 0 or redis.call('ZCARD', keys[3]) > 0 then return {'0', known, live} end
    redis.call('DEL', keys[4])
  end
  redis.call('HSET', keys[1], 'how', args[3])
  redis.call('HSETNX', keys[1], 'generation', args[4])
  redis.call('ZADD', keys[2], now + args[2], args[1])
  return {'1', redis.call('HGET', keys[1], 'generation')}
end

-- A replica lives: until so long after the oldest message that it has not followed.
-- start, replicas, gone, log | me, lease ms, last message that it followed, seconds to live
local function renew(keys, args)
  local t = redis.call('TIME')
  local now = t[1] * 1000 + math.floor(t[2] / 1000)
  local missed = redis.call('XRANGE', keys[4], '(' .. args[3], '+', 'COUNT', 1)[1]
  local since = missed and math.min(now, tonumber(string.match(missed[1], '^%d+'))) or now
  redis.call('ZADD', keys[2], since + args[2], args[1])
  redis.call('ZREM', keys[3], args[1])
  for _, other in ipairs(redis.call('ZRANGEBYSCORE', keys[2], '-inf', '(' .. (now - 1000))) do
    if other ~= args[1] then
      redis.call('ZADD', keys[3], redis.call('ZSCORE', keys[2], other) - args[2], other)
      redis.call('ZREM', keys[2], other)
    end
  end
  redis.call('ZREMRANGEBYRANK', keys[3], 0, -101)
  for i = 1, 4 do redis.call('EXPIRE', keys[i], args[4]) end
  return {t[1], t[2], text(since + args[2]), redis.call('HGET', keys[1], 'generation') or ''}
end

-- One replica at a time changes a session; a dead one holds no lock.
-- lock, replicas, document | me, time to live in seconds, or 0 to release, longest lease in ms
local function lock(keys, args)
  local holder = redis.call('GET', keys[1])
  if args[2] == '0' then
    if holder == args[1] then redis.call('DEL', keys[1]) end
    return {'0', ''}
  end
  if holder and holder ~= args[1] then
    local ends = redis.call('ZSCORE', keys[2], holder)
    local now = ms()
    if ends and tonumber(ends) >= now and tonumber(ends) <= now + args[3] then return {'0', ''} end
  end
  redis.call('SET', keys[1], args[1], 'EX', args[2])
  return {'1', redis.call('HGET', keys[3], 'version') or '0'}
end

-- Writes a session's document if its version is unchanged, and notifies all replicas. Idempotent.
-- document, sessions, log, lock, replicas | me, id, version before, new version or 0 to end it, seconds to live, most messages,
-- token, fields ...
local function commit(keys, args)
  local live = redis.call('ZRANGEBYSCORE', keys[5], ms(), '+inf')
  if redis.call('HGET', keys[1], 'token') == args[7] then return {'1', redis.call('HGET', keys[1], 'told'), live} end
  local version = redis.call('HGET', keys[1], 'version') or '0'
  if args[4] == '0' and version == '0' then
    local newest = redis.call('XREVRANGE', keys[3], '+', '-', 'COUNT', 1)[1]
    return {'1', newest and newest[1] or '0-0', live}
  end
  if redis.call('GET', keys[4]) ~= args[1] or version ~= args[3] then return {'0'} end
  local told = redis.call('XADD', keys[3], 'MAXLEN', '~', args[6], '*', 'by', args[1], 'id', args[2], 'version', args[4])
  if args[4] == '0' then
    redis.call('DEL', keys[1])
    redis.call('ZREM', keys[2], args[2])
  else
    redis.call('HSET', keys[1], 'version', args[4], 'token', args[7], 'told', told, unpack(args, 8))
    redis.call('EXPIRE', keys[1], args[5])
    if version == '0' and args[2] ~= 'root' then
      redis.call('ZADD', keys[2], 'NX', ms(), args[2])
    end
    redis.call('EXPIRE', keys[2], args[5])
  end
  redis.call('DEL', keys[4])
  return {'1', told, live}
end

-- Counts a request on the rules that it matched, and says which of them fires; see scenario/run.ts and bucket.ts.
-- counts, answers | number, instant, seconds to live, 1 where the counts were stored before, then of each rule:
-- index, in time, first call, last call, every, times, first call drawn, draws, requests, per, burst.
-- Returns (index call first-fired [level wait]), or -, or again where draws are missing; then the calls of all rules. Returns lost
-- where stored counts are missing: to count from 1 again would fire rules a second time.
local function decide(keys, args)
  local slot = args[1] % ${REMEMBERED}
  local known = redis.call('HGET', keys[2], slot)
  if known then
    local number, answer = string.match(known, '^(%d+) (.*)$')
    if number == args[1] then return answer end
  end
  if args[4] == '1' and redis.call('EXISTS', keys[1]) == 0 then return 'lost' end
  local at, fields, calls, counted = tonumber(args[2]), {}, {}, {}
  for i = 5, #args, ${RULE_ARGUMENTS} do fields[#fields + 1] = 'm' .. args[i] end
  local matched = redis.call('HMGET', keys[1], unpack(fields))
  local outside = false
  for n = 1, #fields do
    local i = 5 + (n - 1) * ${RULE_ARGUMENTS}
    calls[n] = (tonumber(matched[n]) or 0) + 1
    local from, drawn = tonumber(args[i + 6]), #args[i + 7]
    if args[i + 1] == '1' and drawn > 0 and (calls[n] < from or calls[n] >= from + drawn) then outside = true end
    counted[2 * n - 1], counted[2 * n] = fields[n], text(calls[n])
  end
  if outside then return 'again|' .. table.concat(calls, ' ') end
  redis.call('HSET', keys[1], unpack(counted))
  local answer = '-'
  for n = 1, #fields do
    local i = 5 + (n - 1) * ${RULE_ARGUMENTS}
    local id, call = args[i], calls[n]
    local first, last, every, times = tonumber(args[i + 2]), tonumber(args[i + 3]), tonumber(args[i + 4]), tonumber(args[i + 5])
    local fires = args[i + 1] == '1' and call >= first and (last == 0 or call <= last) and (every == 0 or call % every == 0)
    local fired = 0
    if fires then
      fired = tonumber(redis.call('HGET', keys[1], 'f' .. id)) or 0
      fires = times == 0 or fired < times
    end
    if fires and #args[i + 7] > 0 then
      local draw = call - tonumber(args[i + 6]) + 1
      fires = string.sub(args[i + 7], draw, draw) == '1'
    end
    local bucket = ''
    local requests = tonumber(args[i + 8])
    if fires and requests > 0 then
      local per, burst = tonumber(args[i + 9]), tonumber(args[i + 10])
      local kept = redis.call('HMGET', keys[1], 'a' .. id, 'l' .. id)
      local gained = math.max(0, at - (tonumber(kept[1]) or at)) * requests
      local level = math.min(burst * per, (tonumber(kept[2]) or burst * per) + gained)
      local wait = 0
      if level < per then wait = (per - level) / requests else level, fires = level - per, false end
      redis.call('HSET', keys[1], 'a' .. id, text(at), 'l' .. id, text(level), 'w' .. id, text(wait))
      bucket = ' ' .. text(level) .. ' ' .. text(wait)
    end
    if fires then
      if fired == 0 then redis.call('HSET', keys[1], 't' .. id, args[2]) end
      redis.call('HSET', keys[1], 'f' .. id, text(fired + 1))
      answer = id .. ' ' .. text(call) .. ' ' .. redis.call('HGET', keys[1], 't' .. id) .. bucket
      break
    end
  end
  answer = answer .. '|' .. table.concat(calls, ' ')
  redis.call('HSET', keys[2], slot, args[1] .. ' ' .. answer)
  if calls[1] % 256 == 1 then redis.call('EXPIRE', keys[1], args[3]) end
  if slot % 64 == 0 or not known then redis.call('EXPIRE', keys[2], 600) end
  return answer
end

-- Takes down a batch of journal lines, once, and counts them. Returns the time.
-- lines, counts | me, batch number, seconds to live, most lines, how many, how many changes of earlier ones, text, then kinds and how
-- many by turns
local function take(keys, args)
  local batch = 'b:' .. args[1]
  local time = redis.call('TIME')
  if tonumber(redis.call('HGET', keys[2], batch) or 0) >= tonumber(args[2]) then return time end
  redis.call('HSET', keys[2], batch, args[2])
  local revision = redis.call('HINCRBY', keys[2], 'revision', args[5] + args[6])
  redis.call('XADD', keys[1], '*', 'n', args[5], 'sealed', redis.call('HGET', keys[2], 'sealed') or '0', 'revision', revision, 'text', args[7])
  local added = redis.call('HINCRBY', keys[2], 'added', args[5])
  for i = 8, #args, 2 do redis.call('HINCRBY', keys[2], args[i], args[i + 1]) end
  local trimmed = tonumber(redis.call('HGET', keys[2], 'trimmed') or 0)
  while added - trimmed > args[4] * 1.2 do
    local oldest = redis.call('XRANGE', keys[1], '-', '+', 'COUNT', 1)[1]
    if not oldest or added - trimmed - oldest[2][2] < args[4] * 1.1 then break end
    redis.call('XDEL', keys[1], oldest[1])
    trimmed = redis.call('HINCRBY', keys[2], 'trimmed', oldest[2][2])
  end
  -- Journals in use are kept alive by ttl-refresh.ts.
  if added == tonumber(args[5]) then
    redis.call('EXPIRE', keys[1], args[3])
    redis.call('EXPIRE', keys[2], args[3])
  end
  return time
end

-- What was taken down after an entry. No line that comes later is put before one of this instant.
-- lines, counts | instant, entry
local function gather(keys, args)
  local sealed = math.max(tonumber(args[1]), tonumber(redis.call('HGET', keys[2], 'sealed') or 0))
  redis.call('HSET', keys[2], 'sealed', text(sealed))
  redis.call('EXPIRE', keys[2], 86400, 'NX')
  return {redis.call('HGETALL', keys[2]), redis.call('XRANGE', keys[1], '(' .. args[2], '+')}
end

${FUNCTION_NAMES.map(
  (name) =>
    `redis.register_function{function_name='${LIBRARY}_${name}', callback=${name}${name === 'renew' || name === 'start' ? ", flags={'allow-oom'}" : ''}}`,
).join('\n')}
`
