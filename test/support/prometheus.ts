/** A strict parser of Prometheus's text format. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y
const LINE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? ([+-]?(?:Inf|NaN|\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?))$`)
const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped']

export function readMetrics(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  const types = new Map<string, string>()
  const samples: Sample[] = []
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# HELP ')) continue
    if (line.startsWith('# TYPE ')) {
      const [, , name, type, ...more] = line.split(' ')
      if (types.has(name) || !TYPES.includes(type) || more.length > 0) throw new Error(line)
      types.set(name, type)
      continue
    }
    const [, name, labels = '', value] = LINE.exec(line) ?? []
    if (name === undefined) throw new Error(`not a sample: ${line}`)
    if (!types.has(name) && types.get(name.replace(/_(bucket|sum|count)$/, '')) !== 'histogram')
      throw new Error(`a sample without a type: ${line}`)
    samples.push({ name, labels: readLabels(labels), value: Number(value.replace('Inf', 'Infinity')) })
  }
  const keys = samples.map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice !== undefined) throw new Error(`twice: ${twice}`)
  return samples
}

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {}
  for (let at = 0; at < text.length; at = LABEL.lastIndex) {
    LABEL.lastIndex = at
    const [, name, value] = LABEL.exec(text) ?? []
    if (name === undefined || name in labels) throw new Error(`not labels: ${text}`)
    labels[name] = value.replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign))
  }
  return labels
}

/** Sum of all samples of a name with these labels. */
export function sumOf(
  samples: readonly Sample[],
  name: string,
  wanted: Readonly<Record<string, string>> = {},
): number {
  return samples
    .filter((sample) => sample.name === name)
    .filter(({ labels }) => Object.entries(wanted).every(([key, value]) => labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0)
}
