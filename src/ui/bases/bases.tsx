import { addressOf, firstPart, shortAddressOf } from '../addresses.js'
import { openEntry } from '../journal/selection.js'
import { journalFilter, journalFilterSignal } from '../journal-filter.js'
import { CopyButton } from '../parts/copy-button.js'
import { Outcome } from '../parts/outcome.js'
import { Panel } from '../parts/panel.js'
import type { BaseState } from '../replies.js'
import { bases } from '../state.js'
import { clientOf, forecastOf } from './forecast.js'

export function Bases() {
  return (
    <Panel
      id="bases"
      title="Addresses for your client"
      tools={<code class="faint first-part">{firstPart}</code>}
    >
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Address</th>
              <th scope="col">
                <span class="off-screen">Copy</span>
              </th>
              <th scope="col">Response now</th>
              <th scope="col" class="figure">
                <abbr title="Requests per second, over the last five">Req/s</abbr>
              </th>
              <th scope="col">Last</th>
            </tr>
          </thead>
          <tbody>
            {bases.value?.map((base) => (
              <BaseRow key={`${base.network} ${base.base}`} base={base} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function BaseRow({ base }: { readonly base: BaseState }) {
  const { met, what, where, all } = forecastOf(base)
  const address = addressOf(base)
  const isStart = base.base === 'primary'
  const showRequests = () => {
    journalFilter.value = { network: base.network, base: base.base }
    journalFilterSignal.value = undefined
    document.getElementById('journal')?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <tr class={isStart ? 'network-start' : ''}>
      <th scope="row">
        <button
          type="button"
          class="as-text code"
          title={`Show the requests to ${address}`}
          onClick={showRequests}
        >
          {shortAddressOf(base)}
        </button>
      </th>
      <td>
        <CopyButton text={address} about={`Copy ${address}`} />
      </td>
      <td class="fate" title={all}>
        <Outcome met={met} words={what} />
        {where !== undefined && <small> {where}</small>}
      </td>
      <td class="figure">
        {base.perSecond === 0 ? <span class="faint">0</span> : base.perSecond.toFixed(1)}
      </td>
      <td class="last">{base.last === null ? <span class="faint">none yet</span> : <Last base={base} />}</td>
    </tr>
  )
}

function Last({ base: { last } }: { readonly base: BaseState }) {
  if (last === null) return null
  return (
    <button
      type="button"
      class="as-text"
      title={`${last.method} ${last.url}`}
      onClick={() => openEntry(last.n)}
    >
      <Outcome met={last.met} words={`${last.status ?? last.outcome}`} /> <small>{clientOf(last)}</small>
    </button>
  )
}
