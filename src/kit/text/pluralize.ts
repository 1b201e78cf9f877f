/** A count and its noun: `1 hole`, `2 holes`. */
export function pluralize(count: number, what: string, many = `${what}s`): string {
  return `${count} ${count === 1 ? what : many}`
}
