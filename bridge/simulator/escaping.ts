/**
 * How a client carries a message between its page and its logic: as a text in a text in a text. Kept because it is where
 * real clients lose size and sense, and so must the simulator.
 */

interface Item {
  readonly handlerName: string
  readonly data: string
}

export function escapeMessage(message: unknown): string {
  const item: Item = { handlerName: 'postMessage', data: JSON.stringify(message) ?? 'null' }
  return JSON.stringify({ type: 'api', queue: JSON.stringify([item]) })
}

/** Throws where the text was cut or is none of ours. */
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

/** The forms in which hosts hand a page's message to their listener. */
export const eventShapes = ['value', 'detail', 'data', 'text'] as const
export type EventShape = (typeof eventShapes)[number]

export function shapeEvent(message: unknown, shape: EventShape): unknown {
  if (shape === 'value') return { type: 'message', detail: { value: message } }
  if (shape === 'detail') return { type: 'message', detail: message }
  if (shape === 'data') return { type: 'message', detail: { data: message } }
  return JSON.stringify(message)
}
