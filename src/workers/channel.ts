/** Questions and answers between two processes, in the order in which they are sent. */

/** The channel that Node gives a process and its child. */
export interface Port {
  send(message: object): void
  onMessage(listener: (message: never) => void): void
}

export interface Channel<Question> {
  /** Resolves with what the other side answers, which is for the asker to know. */
  ask<Answer>(question: Question): Promise<Answer>
}

type Message<Asked> =
  | { readonly question: Asked; readonly ask: number }
  | { readonly answer: unknown; readonly to: number }

/** `answer` answers what the other side asks; what it throws is a bug and is thrown here. */
export function createChannel<Asked, Question>(
  port: Port,
  answer: (asked: Asked) => unknown,
): Channel<Question> {
  let asked = 0
  const waiting = new Map<number, (answer: never) => void>()
  const reply = async (question: Asked, to: number) => {
    const given = answer(question)
    // Without a turn in between where there is nothing to wait for: what is sent after this comes after this.
    port.send({ answer: given instanceof Promise ? await given : given, to })
  }
  port.onMessage((message: Message<Asked>) => {
    if ('question' in message) return void reply(message.question, message.ask)
    waiting.get(message.to)?.(message.answer as never)
    waiting.delete(message.to)
  })
  return {
    ask: (question) =>
      new Promise((resolve) => {
        waiting.set(++asked, resolve)
        port.send({ question, ask: asked })
      }),
  }
}
