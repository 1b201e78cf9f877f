interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly values: readonly Value[]
  readonly chosen: Value
  readonly words?: Readonly<Record<Value, string>>
  readonly isOff?: (value: Value) => boolean
  readonly onChoose: (value: Value) => void
}

export function Choice<Value extends string>({
  label,
  values,
  chosen,
  words,
  isOff = () => false,
  onChoose,
}: ChoiceProps<Value>) {
  return (
    <fieldset class="group" aria-label={label}>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          class="small"
          aria-pressed={value === chosen}
          disabled={isOff(value)}
          onClick={() => onChoose(value)}
        >
          {words?.[value] ?? value}
        </button>
      ))}
    </fieldset>
  )
}
