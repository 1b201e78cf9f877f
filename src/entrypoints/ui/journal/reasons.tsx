/** Why a request was answered so. */
import type { EntryDetail } from '../replies.js'
import { effectInWords } from '../words.js'
import { windowInWords } from './verdicts.js'

export function Reasons({ detail: { entry, scenario, rules, decided } }: { readonly detail: EntryDetail }) {
  return (
    <>
      <h4>Why</h4>
      <p class="why">
        {causeInWords(entry, rules)}
        {scenario !== null && <span class="faint"> Scenario {scenario}.</span>}
      </p>
      {decided !== null && (
        <p class="decided">
          <strong>{effectInWords(decided.what)}</strong> <span class="faint">for</span> {decided.match}
          <span class="faint">, {windowInWords(decided)}</span>
        </p>
      )}
      {rules !== null && (rules.length > 1 || rules.some(({ fires }) => !fires)) && (
        <ol class="reasons">
          {rules.map(({ rule, fires, call, why }) => (
            <li key={rule} class={fires ? 'fires' : ''}>
              <span class="sign" aria-hidden="true">
                {fires ? '●' : '○'}
              </span>
              <strong>{rule}</strong>{' '}
              <span class="faint">{call === null ? 'no match' : `match ${call}`}</span>
              <span class="reason">{fires ? 'fired' : `did not fire: ${why}`}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function causeInWords(
  { rule, status, endpoint, network }: EntryDetail['entry'],
  rules: EntryDetail['rules'],
): string {
  const decided = rules?.find(({ fires }) => fires)
  if (decided !== undefined)
    return `Rule ${decided.rule} fired${decided.call === null ? '' : `, on match ${decided.call}`}.`
  if (rules === null)
    return `${rule === null ? 'No rule' : `Rule ${rule}`} fired. Details of that scenario are no longer kept.`
  const nobody = rules.length === 0 ? 'No rules were active.' : 'No rule fired.'
  if (network === null) return `${nobody} No base address has this path.`
  if (endpoint === null) return `${nobody} No endpoint has this path.`
  return status !== null && status >= 400
    ? `${nobody} This is the regular reply of the API.`
    : `${nobody} It received unchanged data.`
}
