/** A server that npm started ends with npm; other scripts may leave one running on purpose. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { onNpmExit } from '../../../src/entrypoints/cli/signals.js'

test.each([
  ['exec', 1],
  ['start', 1],
  ['run', 0],
])('npm_command=%s: once the parent has changed, it stops %i time', (command, times) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.stubEnv('npm_command', command)
  const { ppid } = process
  const parent = vi.spyOn(process, 'ppid', 'get').mockReturnValue(ppid)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
    parent.mockRestore()
  })
  const stop = vi.fn()
  onNpmExit(stop)
  vi.advanceTimersByTime(60_000)
  expect(stop).not.toHaveBeenCalled()
  parent.mockReturnValue(ppid + 1)
  vi.advanceTimersByTime(60_000)
  expect(stop).toHaveBeenCalledTimes(times)
})
