/** Ids of rules. Separate from the schema, which a server without a scenario never loads. */

/** The rule's id, or its default. */
export function ruleIdOf({ id }: { readonly id?: string | undefined }, index: number): string {
  return id ?? `rule-${index + 1}`
}
