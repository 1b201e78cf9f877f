-- What wrk saw, as one line of JSON; and, where it is asked to, another URL for each request.
-- `_` is the name that browsers' libraries use to get past caches, and which every server here leaves alone.
function init(args)
  local serial = tonumber(args[1])
  if serial ~= nil then
    local path = wrk.path .. '?_='
    request = function()
      serial = serial + 1
      return wrk.format('GET', path .. serial)
    end
  end
end

function done(summary, latency)
  local lost = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  io.write(string.format(
    '\n{"answers":%d,"refused":%d,"lost":%d,"seconds":%.6f,"p99Ms":%.4f}\n',
    summary.requests, summary.errors.status, lost, summary.duration / 1e6, latency:percentile(99) / 1000
  ))
end
