import { useSignal } from '@preact/signals'
import { attempt, read } from '../api.js'
import { assign } from '../hooks.js'
import { isPlaying, loadedScenarioText, play } from '../incident/scenarios.js'
import { openEntry } from '../journal/selection.js'
import { addressOf, firstPart, shortAddressOf } from '../page-paths.js'
import { Button, CopyButton, Outcome, Panel } from '../parts.js'
import { bases, connection, nowMs, timeline } from '../state.js'
import { instantInWords, usePast } from '../time/shown-time.js'
import { show } from '../view.js'
import { baseLabel, clientOf } from '../words.js'
import { BREAKAGES, foldedInWords, foldingOf, forecastOf, type ShownBase } from './forecast.js'

export function BasesPanel() {
  const isUnfolded = useSignal(false)
  const then = usePast((at) => read('/bases/past', { at }), [timeline.value?.loadedAt])
  const all = (bases.value ?? []).map((state): ShownBase => {
    const past = then?.bases.find(({ network, base }) => network === state.network && base === state.base)
    return { ...state, ...(past && { endpoints: past.endpoints }) }
  })
  const { open, folded } = foldingOf(all)
  const { names, met, what } = foldedInWords(folded)
  const { state } = connection.value
  const isCurrent = state === 'live' || state === 'paused'
  const current = isCurrent ? 'Response now' : 'Last known response'
  return (
    <Panel id="bases" title="Addresses for your client" tools={<code class="faint cut">{firstPart}</code>}>
      <div class="scroll">
        <table class={isCurrent ? '' : 'outdated'}>
          <thead>
            <tr>
              <th scope="col">Address</th>
              <th scope="col">{then ? `Response at ${instantInWords(Date.parse(then.at))}` : current}</th>
              <th scope="col" class="figure" title="Requests per second, over the last 5 s">
                Req/s
              </th>
              <th scope="col">Last</th>
            </tr>
          </thead>
          <tbody>
            {(isUnfolded.value ? all : open).map((base) => (
              <BaseRow key={`${base.network} ${base.base}`} base={base} />
            ))}
            {folded.length > 0 && (
              <tr key="folded" class={`network-start${isUnfolded.value ? ' unfolded' : ''}`}>
                <th scope="row">
                  <Button
                    class="as-text"
                    aria-expanded={isUnfolded.value}
                    title={names}
                    onClick={() => assign(isUnfolded, !isUnfolded.value)}
                  >
                    <span aria-hidden="true">{isUnfolded.value ? '▾' : '▸'}</span> {names}
                  </Button>
                </th>
                <td class="fate">
                  <Outcome met={met} words={what} />
                </td>
                <td class="figure faint">0</td>
                <td class="last faint">{folded.length} addresses</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function BaseRow({ base: shown }: { readonly base: ShownBase }) {
  const { base, perSecond, last } = shown
  const { met, what, where, all } = forecastOf(shown)
  const address = addressOf(shown)
  const showRequests = () => {
    show({ part: 'requests', filter: { base: baseLabel(shown) }, request: undefined })
    document.getElementById('journal')?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <tr class={base === 'primary' ? 'network-start' : ''}>
      <th scope="row">
        <Button class="as-text code" title={`Show the requests to ${address}`} onClick={showRequests}>
          {shortAddressOf(shown)}
        </Button>
        <CopyButton text={address} about={`Copy ${address}`} />
      </th>
      <td class="fate" title={all}>
        <Outcome met={met} words={what} />
        {where !== undefined && <small> {where}</small>}
        <BreakButtons base={shown} />
      </td>
      <td class="figure">{perSecond === 0 ? <span class="faint">0</span> : perSecond.toFixed(1)}</td>
      <td class="last">
        {last === null ? (
          <span class="faint">none yet</span>
        ) : (
          <Button class="as-text" title={`${last.method} ${last.url}`} onClick={() => openEntry(last.n)}>
            <Outcome met={last.met} words={`${last.status ?? last.outcome}`} />{' '}
            <small>{clientOf(last)}</small>
          </Button>
        )}
      </td>
    </tr>
  )
}

/** From the load of the scenario on. */
const LASTS = '30s'

/** Break an address for a while: a rule in front of those of the scenario, which then restarts. */
function BreakButtons({ base }: { readonly base: ShownBase }) {
  const what = isPlaying() ? `; adds a rule to ${timeline.value?.name ?? 'the scenario'} and restarts it` : ''
  const name = shortAddressOf(base)
  const breakBase = ({ fault, about }: (typeof BREAKAGES)[number]) =>
    attempt(async () => {
      const [{ withBreakage }, text] = await Promise.all([
        import('../incident/yaml-tools.js'),
        loadedScenarioText(),
      ])
      await play(withBreakage(text, base, fault, LASTS, endedBreakages()))
    }, `${name} for 30 s: ${about}. Edit shows the rule`)
  return (
    <fieldset class="group on-row" aria-label={`Break ${addressOf(base)} for 30 s`} onKeyDown={moveAlong}>
      {BREAKAGES.map((breakage, index) => (
        <Button
          key={breakage.label}
          class="small"
          tabIndex={index === 0 ? 0 : -1}
          title={`Break ${name} for 30 s: ${breakage.about}${what}`}
          onClick={() => breakBase(breakage)}
        >
          {breakage.label}
        </Button>
      ))}
    </fieldset>
  )
}

/** Keys of a toolbar: left and right move the focus among its buttons, of which Tab reaches one. */
function moveAlong(event: KeyboardEvent): void {
  const { key, target } = event
  if (!(target instanceof Element) || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return
  const next = key === 'ArrowLeft' ? target.previousElementSibling : target.nextElementSibling
  event.preventDefault()
  if (next instanceof HTMLElement) next.focus()
}

/** Rules of earlier presses that would act again. */
function endedBreakages(): string[] {
  const { loadedAt = null, rules = [] } = timeline.peek() ?? {}
  const sinceMs = loadedAt === null ? 0 : (nowMs.peek() ?? 0) - Date.parse(loadedAt)
  return rules.flatMap(({ id, untilMs }) =>
    id.startsWith('break-') && untilMs !== null && untilMs <= sinceMs ? [id] : [],
  )
}
