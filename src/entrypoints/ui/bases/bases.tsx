import { useSignal } from '@preact/signals'
import { addressOf, firstPart, shortAddressOf } from '../addresses.js'
import { assign } from '../assign.js'
import { openEntry } from '../journal/selection.js'
import { journalFilter, openRequestNumber } from '../journal-filter.js'
import { CopyButton } from '../parts/copy-button.js'
import { Outcome } from '../parts/outcome.js'
import { Panel } from '../parts/panel.js'
import type { BaseState } from '../replies.js'
import { bases } from '../state.js'
import { foldedInWords, foldingOf } from './folded.js'
import { clientOf, forecastOf } from './forecast.js'

export function BasesPanel() {
  const isUnfolded = useSignal(false)
  const all = bases.value ?? []
  const { open, folded } = foldingOf(all)
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
              <th scope="col">Response now</th>
              <th scope="col" class="figure">
                <abbr title="Requests per second, over the last 5 s">Req/s</abbr>
              </th>
              <th scope="col">Last</th>
            </tr>
          </thead>
          <tbody>
            {isUnfolded.value ? all.map(toRow) : open.map(toRow)}
            {folded.length > 0 && (
              <Folded
                bases={folded}
                isUnfolded={isUnfolded.value}
                onPress={() => assign(isUnfolded, !isUnfolded.value)}
              />
            )}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

const toRow = (base: BaseState) => <BaseRow key={`${base.network} ${base.base}`} base={base} />

interface FoldedProps {
  readonly bases: readonly BaseState[]
  readonly isUnfolded: boolean
  readonly onPress: () => void
}

function Folded({ bases, isUnfolded, onPress }: FoldedProps) {
  const { names, met, what } = foldedInWords(bases)
  return (
    <tr key="folded" class={`network-start${isUnfolded ? ' unfolded' : ''}`}>
      <th scope="row">
        <button type="button" class="as-text" aria-expanded={isUnfolded} title={names} onClick={onPress}>
          <span aria-hidden="true">{isUnfolded ? '▾' : '▸'}</span> {isUnfolded ? 'Fold' : names}
        </button>
      </th>
      <td class="fate">{!isUnfolded && <Outcome met={met} words={what} />}</td>
      <td class="figure">{!isUnfolded && <span class="faint">0</span>}</td>
      <td class="last faint">{isUnfolded ? 'networks without requests' : `${bases.length} addresses`}</td>
    </tr>
  )
}

function BaseRow({ base }: { readonly base: BaseState }) {
  const { met, what, where, all } = forecastOf(base)
  const address = addressOf(base)
  const isStart = base.base === 'primary'
  const showRequests = () => {
    journalFilter.value = { network: base.network, base: base.base }
    openRequestNumber.value = undefined
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
        <CopyButton text={address} about={`Copy ${address}`} />
      </th>
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
