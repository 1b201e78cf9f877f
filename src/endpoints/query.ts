import type { World } from '../world/world.js'
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
  if (texts.length > 1) return { problem: `is given ${texts.length} times, give it once` }
  if (texts.length === 0 && param.required) return { problem: `is missing: ${param.about}` }
  const parsed = param.schema.safeParse(texts[0])
  if (!parsed.success) return { problem: `${seen(texts[0])} is not valid: ${param.about}${choices(param)}` }
  const problem = texts.length > 0 && param.check?.(parsed.data, world)
  return problem ? { problem: `${seen(texts[0])} ${problem}` } : { value: parsed.data }
}

const MAX_SHOWN = 40

function seen(text = ''): string {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
}

function choices(param: Param): string {
  const words = allowedValues(param.schema as unknown as Schema)
  return words === undefined ? '' : `, one of ${words.join(', ')}`
}

interface Schema {
  readonly def: { readonly innerType?: Schema; readonly entries?: Readonly<Record<string, string>> }
}

function allowedValues({ def }: Schema): string[] | undefined {
  return def.innerType ? allowedValues(def.innerType) : def.entries && Object.values(def.entries)
}
