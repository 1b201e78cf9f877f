/** What one import statement or expression names; no specifier where the name is computed. */
export interface Import {
  readonly specifier: string | undefined
  readonly typeOnly: boolean
}

/** Every import of a source without comments: static, for side effects, dynamic, of types, re-exports, require. */
export function importsOf(code: string): Import[] {
  return [...code.matchAll(IMPORT)].map(({ groups = {} }) => ({
    specifier: groups['from'] ?? groups['bare'] ?? groups['called'],
    typeOnly: groups['type'] !== undefined,
  }))
}

const IMPORT = new RegExp(
  [
    String.raw`\b(?:import|export)\b\s*(?<type>type\s(?!\s*from\b))?[\w$*{},\s]*?\bfrom\s*(['"])(?<from>[^'"]+)\2`,
    String.raw`\bimport\s*(['"])(?<bare>[^'"]+)\4`,
    String.raw`\b(?:import|require)\s*\(\s*(?:(['"])(?<called>[^'"]+)\6\s*[,)])?`,
  ].join('|'),
  'g',
)

const STRING = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`
const TEMPLATE = '`(?:\\\\[\\s\\S]|[^`\\\\])*`'
const COMMENT = String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`

export function withoutComments(source: string): string {
  return source.replace(new RegExp(`(${STRING}|${TEMPLATE})|${COMMENT}`, 'g'), (_all, kept = ' ') => kept)
}

/** Empties quoted strings, but not templates, as those hold code. */
export function withoutStrings(code: string): string {
  return code.replace(new RegExp(`(${TEMPLATE})|${STRING}`, 'g'), (_all, kept = "''") => kept)
}
