/** Describes how a client wraps our messages. The self-test reports it. */
import { type Fields, fieldsOf, isFields } from '../../contract/ground/fields'
import type { Channel } from './types'

/**
 * Returns the path from a received message to our frame: `detail.value`, `detail.data`, with `text` for each string that had to
 * be parsed, or `frame` if nothing wraps it. Returns an empty string if the message holds no frame of ours.
 */
export function messageShape(raw: unknown): string {
  const path: string[] = []
  let value = raw
  for (let depth = 0; depth < 6; depth += 1) {
    if (typeof value === 'string') {
      path.push('text')
      try {
        value = JSON.parse(value)
      } catch {
        return ''
      }
      continue
    }
    if (!isFields(value)) return ''
    const fields: Fields = value
    if (fields.qnb !== undefined) return path.length === 0 ? 'frame' : path.join('.')
    const next = ['detail', 'value', 'data'].find((key) => fields[key] !== undefined && fields[key] !== null)
    if (next === undefined) return ''
    path.push(next)
    value = fields[next]
  }
  return ''
}

/** Returns the top-level field names of a client's event, sorted: at most 16, each of at most 24 letters; none for a text. */
export const eventNames = (raw: unknown): readonly string[] =>
  Object.keys(fieldsOf(raw))
    .filter((name) => name.length <= 24)
    .slice(0, 16)
    .sort()

/** Returns the same channel, except that `observe` receives each raw message before the listener does. */
export const observedChannel = (channel: Channel, observe: (raw: unknown) => void): Channel => ({
  ...channel,
  listen: (listener) =>
    channel.listen((raw) => {
      observe(raw)
      listener(raw)
    }),
})
