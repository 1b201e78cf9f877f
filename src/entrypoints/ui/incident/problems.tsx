import type { Checked } from './use-problems.js'

interface ProblemsProps {
  readonly checked: Checked
  readonly onGo: (line: number, column: number) => void
}

const MAX_SHOWN = 20

export function Problems({ checked: { state, problems, failure }, onGo }: ProblemsProps) {
  return (
    <div id="problems" class="problems" role="status">
      {state === 'good' && <p class="good">✓ No errors</p>}
      {state === 'checking' && problems.length === 0 && <p class="faint">Checking …</p>}
      {failure !== undefined && <p class="error">It could not be checked: {failure}</p>}
      <ul>
        {problems.slice(0, MAX_SHOWN).map(({ line, column, message }) => (
          <li key={`${line}:${column} ${message}`}>
            <button type="button" class="quiet" onClick={() => onGo(line, column)}>
              <span class="error">! Line {line}</span>
              <span class="faint">, column {column}: </span>
              {message}
            </button>
          </li>
        ))}
        {problems.length > MAX_SHOWN && <li class="faint">and {problems.length - MAX_SHOWN} more</li>}
      </ul>
    </div>
  )
}
