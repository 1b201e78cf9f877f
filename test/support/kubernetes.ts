/** Kubernetes objects, validated by the published schemas. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { ROOT } from './cli.js'

const require = createRequire(join(ROOT, 'test/installs/schemas/package.json'))

const SCHEMAS = join(ROOT, 'test/installs/schemas/node_modules/kubernetes-models/_schemas')

export interface KubernetesObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> }
  // biome-ignore lint/suspicious/noExplicitAny: what it is like is said by its kind.
  readonly spec: any
  readonly stringData?: Readonly<Record<string, string>>
}

interface Problem {
  readonly instancePath: string
  readonly keyword: string
  readonly params: object
}

export function objectsIn(text: string): KubernetesObject[] {
  return parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject)
}

/** Violations of its schema, including unknown keys, which servers reject in strict mode. */
export function problemsOf(object: KubernetesObject): string[] {
  const { apiVersion, kind } = object
  const kinds = require(`kubernetes-models/${apiVersion}`) as Record<string, unknown>
  if (kinds[kind] === undefined) return [`no ${kind} in ${apiVersion}`]
  // Its classes offer the same check, but on a copy.
  const file = join(SCHEMAS, `${schemaNameOf(apiVersion, kind)}.js`)
  const { validate } = require(file) as {
    validate: ((data: unknown) => boolean) & { errors?: readonly Problem[] | null }
  }
  const unread = new Set<string>()
  validate(watched(object, '', unread))
  const unknown = [...unread].map((path) => `${path} is unknown`)
  return [
    ...(validate.errors ?? []).map(
      ({ instancePath, keyword, params }) => `${instancePath} ${keyword} ${JSON.stringify(params)}`,
    ),
    ...unknown,
  ]
}

function schemaNameOf(apiVersion: string, kind: string): string {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion]
  const upper = (word: string) => `${word[0].toUpperCase()}${word.slice(1)}`
  return `IoK8sApi${upper(group.split('.')[0])}${upper(version)}${kind}`
}

/** A proxy that collects the paths of unread keys: a schema reads those that it knows. */
function watched(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const known = new Map<PropertyKey, unknown>()
  if (!Array.isArray(value)) for (const key of Object.keys(value)) unread.add(`${path}/${key}`)
  return new Proxy(value, {
    get(target, key) {
      if (!Object.hasOwn(target, key)) return Reflect.get(target, key)
      unread.delete(`${path}/${String(key)}`)
      if (!known.has(key)) known.set(key, watched(Reflect.get(target, key), `${path}/${String(key)}`, unread))
      return known.get(key)
    },
  })
}
