import { useSignal } from '@preact/signals'
import { attempt, call, read } from '../api.js'
import { assign } from '../hooks.js'
import { isRuleAt } from '../incident/lanes-of.js'
import { loadedScenarioText, playOn } from '../incident/scenarios.js'
import { openEntry } from '../journal/selection.js'
import { addressOf, firstPart, shortAddressOf } from '../page-paths.js'
import { Button, CopyButton, closeDialog, Dialog, Heads, Outcome, openDialog, Panel } from '../parts.js'
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
  const rules = timeline.value?.rules ?? []
  const { open, folded } = foldingOf(all, (base) => rules.some((rule) => isRuleAt(rule, base)))
  const { names, met, what } = foldedInWords(folded)
  const { state } = connection.value
  const isCurrent = state === 'live' || state === 'paused'
  const current = isCurrent ? 'Response now' : 'Last known response'
  return (
    <Panel id="bases" title="Addresses for your client" tools={<code class="faint cut">{firstPart}</code>}>
      <div class="scroll">
        <table class={isCurrent ? '' : 'outdated'}>
          <Heads
            of={[
              ['Address'],
              [then ? `Response at ${instantInWords(Date.parse(then.at))}` : current],
              ['Req/s', 'Requests per second, over the last 5 s', 'figure'],
              ['Last'],
            ]}
          />
          <tbody>
            {(isUnfolded.value ? [...open, ...folded] : open).map((base, index, shown) => (
              <BaseRow
                key={`${base.network} ${base.base}`}
                base={base}
                isFirst={base.network !== shown[index - 1]?.network}
              />
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

function BaseRow({ base: shown, isFirst }: { readonly base: ShownBase; readonly isFirst: boolean }) {
  const { perSecond, last } = shown
  const { met, what, where, all } = forecastOf(shown)
  const address = addressOf(shown)
  const showRequests = () => {
    show({ part: 'requests', filter: { base: baseLabel(shown) }, request: undefined })
    document.getElementById('journal')?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <tr class={isFirst ? 'network-start' : ''}>
      <th scope="row">
        <Button class="as-text code" title={`Show the requests to ${address}`} onClick={showRequests}>
          {shortAddressOf(shown)}
        </Button>
        <CopyButton text={address} about={`Copy ${address}`} />
        <Button
          class="small copy"
          aria-label={`Break ${address}`}
          onClick={() => openDialog(<BreakDialog base={shown} />)}
        >
          Break
        </Button>
      </th>
      <td class="fate" title={all}>
        <Outcome met={met} words={what} />
        {where !== undefined && <small> {where}</small>}
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

/** Breaks an address for a while, or repairs it: a rule in front of those of the scenario, which continues. */
function BreakDialog({ base }: { readonly base: ShownBase }) {
  const name = shortAddressOf(base)
  const id = `break-${base.network}-${base.base}`
  const change = (edit: (text: string | null, tools: YamlTools) => string | null, done: string) =>
    attempt(async () => {
      const [tools, text] = await Promise.all([import('../incident/yaml-tools.js'), loadedScenarioText()])
      const edited = edit(text, tools)
      await (edited === null ? call('DELETE', '/scenario') : playOn(edited))
      closeDialog()
    }, done)
  const isBroken = timeline.value?.rules.some((rule) => rule.acting && rule.id === id)
  return (
    <Dialog
      title={`Break ${name} for 30 s`}
      buttons={
        isBroken && (
          <Button
            onClick={() => change((text, tools) => tools.withoutBreakage(text, id), `${name} repaired`)}
          >
            End the break
          </Button>
        )
      }
    >
      <p>Adds a rule to the scenario, whose time and counts continue. Edit shows it.</p>
      <div class="row">
        {BREAKAGES.map(({ label, about, fault }) => (
          <Button
            key={label}
            title={about}
            onClick={() =>
              change(
                (text, tools) => tools.withBreakage(text, id, base, fault, sinceLoadMs()),
                `${name} for 30 s: ${about}`,
              )
            }
          >
            {label}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}

type YamlTools = typeof import('../incident/yaml-tools.js')

/** Virtual ms since the scenario was loaded; 0 without one. */
function sinceLoadMs(): number {
  const { loadedAt = null } = timeline.peek() ?? {}
  return loadedAt === null ? 0 : Math.max(0, (nowMs.peek() ?? 0) - Date.parse(loadedAt))
}
