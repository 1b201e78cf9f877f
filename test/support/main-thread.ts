/**
 * What the main thread of a page was busy with, by the browser's own trace: the CPU time of each task and not the time that
 * went by, so that a machine with other things to do changes nothing.
 */
import type { Browser, Page } from 'playwright-core'

export interface MainThread {
  /** CPU ms of each task, the longest first. */
  readonly tasksMs: readonly number[]
  /** How often something was drawn. */
  readonly frames: number
}

interface TraceEvent {
  readonly name: string
  readonly cat: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Thread time in µs. */
  readonly tdur?: number
  readonly args?: { readonly name?: string; readonly data?: { readonly url?: string } }
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata']
/** Of the two names that a task has, one in the other. */
const TASK = 'RunTask'

/** Traces while `act` runs. The page must be the only one of the browser that does anything meanwhile. */
export async function mainThreadWhile(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<MainThread> {
  await browser.startTracing(page, { categories: CATEGORIES })
  let trace: Buffer
  try {
    await act()
    // A task is in the trace when it is over: the last of them is when the next one has run.
    await page.evaluate('new Promise((done) => setTimeout(done))')
  } finally {
    trace = await browser.stopTracing()
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] }
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const own = traceEvents.filter(({ pid, tid }) => threads.has(`${pid} ${tid}`))
  const tasksMs = own
    .filter(({ name, ph, tdur }) => name === TASK && ph === 'X' && tdur !== undefined)
    .map(({ tdur }) => tdur! / 1000)
    .sort((a, b) => b - a)
  return { tasksMs, frames: own.filter(({ name }) => name === 'Commit').length }
}
