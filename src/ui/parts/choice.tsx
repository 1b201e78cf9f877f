/** Buttons beside each other of which one is pressed: a choice of few. */

interface ChoiceProps<Value extends string> {
  /** What is chosen, for those who do not see what it stands beside. */
  readonly label: string
  readonly values: readonly Value[]
  readonly chosen: Value
  /** What buttons say, where that is not the value itself. */
  readonly words?: Readonly<Record<Value, string>>
  /** Whether a value cannot be chosen now. */
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
