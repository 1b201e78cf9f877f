/** How a rule is called where it has no id of its own. */
export function ruleIdOf({ id }: { readonly id?: string | undefined }, index: number): string {
  return id ?? `rule-${index + 1}`
}
