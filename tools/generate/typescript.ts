/**
 * Converts JSON Schema to TypeScript types, as far as this project's schemas need it. The types are published and read in editors:
 * types inferred from the schemas would require their library and show its internals.
 */

interface Choice {
  readonly required: readonly string[]
}

/** A node of a JSON Schema; `tsType` is its type, `tsName` its name. */
export interface Node {
  readonly tsType?: string
  readonly tsName?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Node[]
  readonly oneOf?: readonly { readonly required: readonly string[]; readonly not?: unknown }[]
  readonly dependencies?: Readonly<Record<string, readonly string[] | { readonly anyOf: readonly Choice[] }>>
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Node | false
  readonly items?: Node | readonly Node[] | false
  readonly prefixItems?: readonly Node[]
}

export interface Typing {
  /** Returns the type of a node; declares named types along the way. */
  typeOf(node: Node): string
  /** Declarations of all named types so far, dependencies first. */
  declarations(): string
}

/** Drops descriptions that repeat that of a `known` type, such as a duration. */
export function createTyping(known: readonly (string | undefined)[] = []): Typing {
  const docOf = (node: Node) => (known.includes(node.description) ? '' : commentOf(node))
  const declared = new Map<string, string>()
  const interfaces = new Map<string, readonly string[]>()
  const typeOf = (node: Node): string => {
    if (node.tsType !== undefined) return node.tsType
    if (node.tsName === undefined) return plainTypeOf(node)
    if (!declared.has(node.tsName))
      declared.set(node.tsName, `${docOf(node)}${declarationOf(node.tsName, node)}`)
    return node.tsName
  }
  const declarationOf = (name: string, node: Node): string => {
    if (node.oneOf !== undefined || node.properties === undefined)
      return `export type ${name} = ${plainTypeOf(node)}`
    const lines = linesOf(node, Object.keys(node.properties), node.required ?? [], typeOf, docOf)
    const parents = parentsOf(lines, interfaces)
    interfaces.set(name, lines)
    const inherited = parents.flatMap((parent) => interfaces.get(parent) ?? [])
    const own = lines.filter((line) => !inherited.includes(line))
    const heads = parents.length === 0 ? '' : ` extends ${parents.join(', ')}`
    return `export interface ${name}${heads} ${bracketed(own)}`
  }
  const plainTypeOf = (node: Node): string => {
    const { const: constant, anyOf, oneOf, properties, items, prefixItems, additionalProperties, type } = node
    if (constant !== undefined) return literal(constant)
    if (node.enum !== undefined) return node.enum.map(literal).join(' | ')
    if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' | ')
    if (oneOf !== undefined) return exclusive(node, typeOf, docOf)
    if (properties !== undefined)
      return objectOf(node, Object.keys(properties), node.required ?? [], typeOf, docOf)
    if (prefixItems !== undefined)
      return `readonly [${prefixItems.map((item) => `${item.title ? `${item.title}: ` : ''}${typeOf(item)}`).join(', ')}]`
    if (type === 'array' && items) return listOf(typeOf(items as Node))
    if (type === 'object')
      return `Readonly<Record<string, ${additionalProperties ? typeOf(additionalProperties) : 'unknown'}>>`
    return typeof type === 'object' ? type.map(primitiveOf).join(' | ') : primitiveOf(type)
  }
  return { typeOf, declarations: () => [...declared.values()].join('\n\n') }
}

function primitiveOf(type = 'unknown'): string {
  if (type === 'integer') return 'number'
  return ['string', 'number', 'boolean', 'null'].includes(type) ? type : 'unknown'
}

/** Helper for schemas with a choice of keys. */
export const EXCLUSIVE = `type KeysOf<Union> = Union extends unknown ? keyof Union : never

/** One of the variants, without the keys of the others. */
type OneOf<Union, All = Union> = Union extends unknown
  ? Union & { readonly [Key in Exclude<KeysOf<All>, keyof Union>]?: never }
  : never`

/** An object whose `oneOf` lists allowed combinations of keys: one variant each. */
function exclusive(node: Node, typeOf: (node: Node) => string, docOf: (node: Node) => string): string {
  const { oneOf = [], dependencies = {}, properties = {}, required = [] } = node
  const choices = new Set(oneOf.filter(({ not }) => not === undefined).flatMap((choice) => choice.required))
  const isCommon = (name: string) => !choices.has(name) && !(name in dependencies)
  const isShared = (part: Node) =>
    Object.entries(properties).some(([name, property]) => property === part && isCommon(name))
  const variants = oneOf.map((choice) => {
    const isOwn = (name: string) =>
      choice.required.includes(name) ||
      neededBy(dependencies[name]).some((needed) => choice.required.includes(needed))
    const names = Object.keys(properties).filter((name) => isOwn(name) || isCommon(name))
    return objectOf(node, names, [...required, ...choice.required], typeOf, (part) =>
      // A key allowed with every choice is declared where it is a choice itself.
      oneOf.some(({ not }) => not !== undefined) && choice.not === undefined && isShared(part)
        ? ''
        : docOf(part),
    )
  })
  return `OneOf<\n${indented(variants.map((variant) => `| ${variant}`).join('\n'))}\n>`
}

/** Keys that a dependency requires. */
function neededBy(dependency: NonNullable<Node['dependencies']>[string] = []): readonly string[] {
  return 'anyOf' in dependency ? dependency.anyOf.flatMap(({ required }) => required) : dependency
}

function objectOf(...described: Parameters<typeof linesOf>): string {
  return bracketed(linesOf(...described))
}

/** The properties of an object, each with its doc comment. */
function linesOf(
  { properties = {} }: Node,
  names: readonly string[],
  required: readonly string[],
  typeOf: (node: Node) => string,
  docOf: (node: Node) => string,
): string[] {
  return names.map((name) => {
    const key = /^[\w$]+$/.test(name) ? name : `'${name}'`
    const property = `readonly ${key}${required.includes(name) ? '' : '?'}: ${typeOf(properties[name])}`
    return `${docOf(properties[name])}${property}`
  })
}

const MAX_SHORT = 80

function bracketed(lines: readonly string[]): string {
  const short = `{ ${lines.join('; ')} }`
  return short.includes('\n') || short.length > MAX_SHORT ? `{\n${indented(lines.join('\n'))}\n}` : short
}

/** Fewer properties may be the same by chance. */
const LEAST_SHARED = 10

/** Interfaces all of whose properties are among `lines`. */
function parentsOf(
  lines: readonly string[],
  interfaces: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const isWithin = (its: readonly string[]) =>
    its.length >= LEAST_SHARED && its.every((line) => lines.includes(line))
  return [...interfaces].filter(([, its]) => isWithin(its)).map(([name]) => name)
}

function commentOf({ description }: Node): string {
  if (description === undefined) return ''
  return `/** ${description[0].toUpperCase()}${description.slice(1)}${/[.?!]$/.test(description) ? '' : '.'} */\n`
}

function listOf(type: string): string {
  return `readonly ${/[ {]/.test(type) && !type.startsWith('{') ? `(${type})` : type}[]`
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
}

export function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}
