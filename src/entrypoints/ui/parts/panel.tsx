import type { ComponentChildren } from 'preact'

interface PanelProps {
  readonly id: string
  readonly title: string
  readonly tools?: ComponentChildren
  readonly children: ComponentChildren
}

export function Panel({ id, title, tools, children }: PanelProps) {
  return (
    <section id={id} class="panel" aria-labelledby={`${id}-title`}>
      <div class="panel-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {tools}
      </div>
      {children}
    </section>
  )
}
