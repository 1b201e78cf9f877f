/** Parses the server's `text/event-stream` from a fetch, which can send a token where an EventSource cannot. */
export function createEventReader(on: (event: string, data: string) => void): (part: string) => void {
  let rest = ''
  return (part) => {
    const blocks = (rest + part).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
      if (event !== undefined) on(event, data)
    }
  }
}
