/** Replies that `gmx-sim compare --save` kept, served again. */
import { loadCatalogue } from '../../market/catalogue/load.js'
import type { NetworkName } from '../../market/catalogue/names.js'
import type { ScenarioInput } from '../../scenario/input.js'
import type { ReplyFunction } from '../../scenario/reply-function.js'
import { inCode, requireKnownKeys } from './usage-errors.js'

/** Headers that describe a reply, not its connection. */
const KEPT = ['content-type', 'cache-control', 'retry-after']

/**
 * Reads a folder written by `gmx-sim compare <address> --save <folder>` as a scenario, in which its network answers what the address
 * answered then, on a clock frozen at that instant. Other queries of the network get status 501; rules before its own play faults.
 *
 * @param options The network, if neither the address nor the tokens identify it.
 * @throws UserError for a folder without saved replies, and for an unknown network.
 * @example
 * import { savedReplies, startSimulator } from 'gmx-sim'
 *
 * // Simulated prices until replies are saved.
 * const scenario = await savedReplies('live').catch(() => 'rules: []')
 * const sim = await startSimulator({ scenario })
 * await sim.stop()
 */
export async function savedReplies(
  folder: string,
  options: { readonly network?: NetworkName | undefined } = {},
): Promise<Required<Pick<ScenarioInput, 'name' | 'clock' | 'rules'>>> {
  requireKnownKeys(options, ['network'], 'savedReplies')
  const [{ readObserved }, { observedAtMs, networkOf }] = await Promise.all([
    import('../../compare/saved.js'),
    import('../../compare/compare.js'),
  ])
  const observed = await readObserved(folder)
  const { questions, answers } = observed
  const replies = new Map(questions.map(({ id, path }) => [queryOf(path), answers[id]]))
  const reply: ReplyFunction = ({ method, url }, { status }) => {
    // Preflights and streams are not saved.
    if (!['GET', 'HEAD'].includes(method) || status === 101) return undefined
    const saved = replies.get(queryOf(url))
    if (saved === undefined)
      return { status: 501, body: { errors: [`${url} is not among the replies in ${folder}`] } }
    const headers = Object.entries(saved.headers).filter(([name]) => KEPT.includes(name))
    return { status: saved.status, headers: Object.fromEntries(headers), body: saved.body }
  }
  const network = options.network ?? inWords(() => networkOf(observed, loadCatalogue()))
  return {
    name: 'saved-replies',
    clock: { at: new Date(observedAtMs(observed)).toISOString(), mode: 'frozen' },
    rules: [{ id: 'saved', match: { network }, fault: { reply } }],
  }
}

function inWords<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    throw inCode(error)
  }
}

/** The same for parameters in any order. */
function queryOf(url: string): string {
  const [path, search = ''] = url.split('?', 2)
  const query = new URLSearchParams(search)
  query.sort()
  return `${path}?${query}`
}
