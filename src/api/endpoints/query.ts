import type { World } from '../../market/world/types.js'
import type { Param, Params } from './define.js'

export type ParsedQuery =
  | { readonly ok: true; readonly query: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problems: readonly string[] }

export function parseQuery(params: Params, search: string, world: World): ParsedQuery {
  const given = new URLSearchParams(search)
  const query: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, param] of Object.entries(params)) {
    const read = readParam(param, given.getAll(name), world)
    if ('problem' in read) problems.push(`${name} ${read.problem}`)
    else query[name] = read.value
  }
  return problems.length === 0 ? { ok: true, query } : { ok: false, problems }
}

function readParam(
  param: Param,
  texts: readonly string[],
  world: World,
): { value: unknown } | { problem: string } {
  if (texts.length > 1 && !param.isRepeatable)
    return { problem: `is given ${texts.length} times, give it once` }
  if (texts.length === 0)
    return param.required ? { problem: `is missing: ${param.about}` } : { value: param.default }
  const text = texts.join()
  const value = param.format.parse(text)
  if (value === undefined) return { problem: `${seen(text)} is not valid: ${param.about}${choices(param)}` }
  const problem = param.check?.(value, world)
  return problem ? { problem: `${seen(text)} ${problem}` } : { value }
}

const MAX_SHOWN = 40

function seen(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
}

function choices({ format: { described } }: Param): string {
  return described.enum === undefined ? '' : `, one of ${described.enum.join(', ')}`
}
