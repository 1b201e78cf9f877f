/** `text/event-stream` as it comes over a fetch, which can carry a token where an EventSource cannot. */

/** Takes parts of the stream as they come, and tells of each event that is whole. */
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
