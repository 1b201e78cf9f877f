/** Plain statistics over rows of numbers. */

export type Numbers = ArrayLike<number>

export function mean(values: Numbers): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]
  return sum / values.length
}

export function moment(values: Numbers, order: number): number {
  const center = mean(values)
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += (values[i] - center) ** order
  return sum / values.length
}

export const deviation = (values: Numbers): number => Math.sqrt(moment(values, 2))

export const excessKurtosis = (values: Numbers): number => moment(values, 4) / moment(values, 2) ** 2 - 3

export function correlation(one: Numbers, other: Numbers): number {
  const [meanOne, meanOther] = [mean(one), mean(other)]
  let product = 0
  for (let i = 0; i < one.length; i++) product += (one[i] - meanOne) * (other[i] - meanOther)
  return product / one.length / Math.sqrt(moment(one, 2) * moment(other, 2))
}

export function autocorrelation(values: Numbers, lag: number): number {
  const center = mean(values)
  let product = 0
  for (let i = lag; i < values.length; i++) product += (values[i] - center) * (values[i - lag] - center)
  return product / values.length / moment(values, 2)
}

export function differences(values: Numbers): Float64Array {
  return Float64Array.from({ length: values.length - 1 }, (_, i) => values[i + 1] - values[i])
}

export function quantile(values: Numbers, part: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.floor(part * sorted.length)]
}

/** Distribution of the high of a walk of `steps` symmetric steps, by step: the discrete arcsine law (Feller, vol. 1, III.4). */
export function arcsineLaw(steps: number): number[] {
  const stays = [1]
  for (let n = 1; n < steps; n++) stays.push((stays[n - 1] * (2 * n - 1)) / (2 * n))
  return stays.map((stay, n) => stay * stays[steps - 1 - n])
}

/** The same, summed over bins, each with its share of the total time. */
export function arcsineBins(steps: number, parts: Numbers): number[] {
  const law = arcsineLaw(steps)
  const whole = mean(parts) * parts.length
  let passed = 0
  return Array.from(parts, (part) => {
    const from = Math.round((passed / whole) * steps)
    passed += part
    return law.slice(from, Math.round((passed / whole) * steps)).reduce((sum, chance) => sum + chance, 0)
  })
}
