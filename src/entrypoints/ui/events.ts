/** Parses `text/event-stream` from a fetch, which can send a token where an EventSource cannot. */
export function createEventReader(on: (event: string, data: string) => void): (part: string) => void {
  let rest = ''
  return (part) => {
    const blocks = (rest + part).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const { event, data } = fieldsOf(block)
      if (data.length > 0) on(event, data.join('\n'))
    }
  }
}

function fieldsOf(block: string) {
  const fields = { event: 'message', data: [] as string[] }
  for (const line of block.split('\n')) {
    const [, name, value] = /^([^:]*): ?(.*)$/.exec(line) ?? []
    if (name === 'event') fields.event = value
    else if (name === 'data') fields.data.push(value)
  }
  return fields
}
