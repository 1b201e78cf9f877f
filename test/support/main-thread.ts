/**
 * Load of a page's main thread, from the browser's trace: CPU time of tasks, not elapsed time, so that other load on the machine
 * does not matter.
 */
import type { Browser, Page } from 'playwright-core'

export interface MainThread {
  /** CPU ms of each task, the longest first. */
  readonly tasksMs: readonly number[]
  /** Number of frames drawn. */
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
/** One of the two nested events of each task. */
const TASK = 'RunTask'

/** Traces while `act` runs. No other page of the browser may be active. */
export async function mainThreadWhile(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<MainThread> {
  await browser.startTracing(page, { categories: CATEGORIES })
  let trace: Buffer
  try {
    await act()
    // A task is traced when it ends: the last one has once another has run.
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
