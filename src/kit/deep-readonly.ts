/** The same type with all properties and lists read-only, at any depth. */
export type DeepReadonly<Value> = Value extends (...given: never) => unknown
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value
