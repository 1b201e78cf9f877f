import { useSignal } from '@preact/signals'
import { assign } from '../assign.js'
import { notify } from '../notices.js'
import { after } from '../timers.js'

interface CopyButtonProps {
  readonly text: string
  /** For screen readers: `Copy the address of …`. */
  readonly about: string
  readonly label?: string
  readonly class?: string
}

const SHOWN_MS = 1500

export function CopyButton({ text, about, label = 'Copy', class: name = 'small' }: CopyButtonProps) {
  const isDone = useSignal(false)
  const copy = async ({ currentTarget: button }: { readonly currentTarget: HTMLElement }) => {
    try {
      await copyText(text, button)
    } catch {
      return notify(`the browser does not let this page copy; it is: ${text}`, 'failed')
    }
    isDone.value = true
    after(SHOWN_MS, () => assign(isDone, false))
  }
  return (
    <button type="button" class={`copy ${name}`} aria-label={about} title={about} onClick={copy}>
      {/* In the same place, so that nothing moves. */}
      <span class={isDone.value ? 'unseen' : ''}>{label}</span>
      <span class={isDone.value ? 'over' : 'over unseen'} role="status">
        {isDone.value ? 'Copied' : ''}
      </span>
    </button>
  )
}

/** Falls back to `execCommand`: browsers offer the clipboard on localhost and over HTTPS only. */
export async function copyText(text: string, button: HTMLElement): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'off-screen'
  // Nothing outside an open dialog can be selected.
  const place = button.closest('dialog') ?? document.body
  place.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  button.focus()
  if (!isCopied) throw new Error('not copied')
}
