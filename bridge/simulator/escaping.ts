/**
 * Encodes messages as a real client does: JSON text inside JSON text, three levels deep. The simulator reproduces this because
 * real clients exceed size limits and damage messages here.
 */

interface Item {
  readonly handlerName: string
  readonly data: string
}

export function escapeMessage(message: unknown): string {
  const item: Item = { handlerName: 'postMessage', data: JSON.stringify(message) ?? 'null' }
  return JSON.stringify({ type: 'api', queue: JSON.stringify([item]) })
}

/** Returns the message in a client's text. Throws if the text is truncated or has another form. */
export function unescapeMessage(text: string): unknown {
  const outer: unknown = JSON.parse(text)
  if (typeof outer !== 'object' || outer === null || !('queue' in outer) || typeof outer.queue !== 'string') {
    throw new Error('not a message of the client')
  }
  const queue: unknown = JSON.parse(outer.queue)
  const first: unknown = Array.isArray(queue) ? queue[0] : undefined
  if (typeof first !== 'object' || first === null || !('data' in first) || typeof first.data !== 'string') {
    throw new Error('a message of the client without data')
  }
  return JSON.parse(first.data)
}

/** The forms of the event in which clients deliver a page's message to the shell. */
export const eventShapes = ['value', 'detail', 'data', 'text'] as const
export type EventShape = (typeof eventShapes)[number]

export function shapeEvent(message: unknown, shape: EventShape): unknown {
  if (shape === 'value') return { type: 'message', detail: { value: message } }
  if (shape === 'detail') return { type: 'message', detail: message }
  if (shape === 'data') return { type: 'message', detail: { data: message } }
  return JSON.stringify(message)
}
