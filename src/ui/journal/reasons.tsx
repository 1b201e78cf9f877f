/** Why a request fared as it did: each rule in its order, as it was then. */
import type { EntryDetail, RuleReason } from '../types.js'

export function Reasons({ detail: { entry, scenario, rules } }: { readonly detail: EntryDetail }) {
  const decided = rules.find(({ fires }) => fires)
  return (
    <>
      <h4>Why</h4>
      <p class="why">
        {decided === undefined ? undecided(entry, rules) : <Decided {...decided} />}
        {scenario !== null && <span class="faint"> Scenario {scenario}.</span>}
      </p>
      {rules.length > 0 && (
        <ol class="reasons">
          {rules.map(({ rule, fires, call, why }) => (
            <li key={rule} class={fires ? 'fires' : ''}>
              <span class="sign" aria-hidden="true">
                {fires ? '●' : '○'}
              </span>
              <strong>{rule}</strong>
              <span class="faint">{call === null ? 'not matched' : `call ${call}`}</span>
              <span class="reason">{fires ? 'fired' : `did not fire: ${why}`}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function Decided({ rule, call }: RuleReason) {
  return (
    <>
      Rule <strong>{rule}</strong> decided{call === null ? '.' : `: it was its call number ${call}.`}
    </>
  )
}

/** Nobody did: then it is the API itself that answered so. */
function undecided(
  { status, endpoint, network }: EntryDetail['entry'],
  rules: readonly RuleReason[],
): string {
  const nobody = rules.length === 0 ? 'No rule was there.' : 'No rule fired.'
  if (network === null) return `${nobody} No base address has this path.`
  if (endpoint === null) return `${nobody} No endpoint has this path.`
  return status !== null && status >= 400
    ? `${nobody} The API itself answers this question so.`
    : `${nobody} It got the data as it is.`
}
