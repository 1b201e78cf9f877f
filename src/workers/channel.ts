/** Questions and answers between two processes, in the order in which they are sent. */

/** One end of what Node lays between a process and its child. */
export interface Link {
  /** What is sent to a process that is gone is lost without a word: that it has ended is told otherwise. */
  send(message: object): void
  onMessage(listener: (message: never) => void): void
}

export interface Channel<Question> {
  /** Resolves with what the other side answers, which is for the asker to know. */
  ask<Answer>(question: Question): Promise<Answer>
}

type Message<Asked> =
  | { readonly question: Asked; readonly id: number }
  | { readonly answer: unknown; readonly to: number }

/** `answer` answers what the other side asks; what it throws is a bug and is thrown here. */
export function createChannel<Asked, Question>(
  link: Link,
  answer: (asked: Asked) => unknown,
): Channel<Question> {
  let lastId = 0
  const waiting = new Map<number, (answer: never) => void>()
  const reply = async (question: Asked, to: number) => {
    const given = answer(question)
    // Without a turn in between where there is nothing to wait for: what is sent after this comes after this.
    link.send({ answer: given instanceof Promise ? await given : given, to })
  }
  link.onMessage((message: Message<Asked>) => {
    if ('question' in message) return void reply(message.question, message.id)
    waiting.get(message.to)?.(message.answer as never)
    waiting.delete(message.to)
  })
  return {
    ask: (question) =>
      new Promise((resolve) => {
        const id = ++lastId
        waiting.set(id, resolve)
        link.send({ question, id })
      }),
  }
}
