import type { Channel } from './types'

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined

/**
 * In what a client wraps a message, as the way from the outside to our frame: `detail.value`, `detail.data`, `text` where a string had to
 * be parsed, `frame` where nothing is around it. Empty for what is no frame of ours.
 */
export function messageShape(raw: unknown): string {
  const way: string[] = []
  let value = raw
  for (let depth = 0; depth < 6; depth += 1) {
    if (typeof value === 'string') {
      way.push('text')
      try {
        value = JSON.parse(value)
      } catch {
        return ''
      }
      continue
    }
    const fields = fieldsOf(value)
    if (!fields) return ''
    if (fields.qnb !== undefined) return way.length === 0 ? 'frame' : way.join('.')
    const next = ['detail', 'value', 'data'].find((key) => fields[key] !== undefined && fields[key] !== null)
    if (next === undefined) return ''
    way.push(next)
    value = fields[next]
  }
  return ''
}

/** The names a client's event carries beside our message, sorted; none for a bare text. */
export const eventNames = (raw: unknown): readonly string[] =>
  Object.keys(fieldsOf(raw) ?? {})
    .filter((name) => name.length <= 24)
    .slice(0, 16)
    .sort()

/** The same channel; `see` is shown each message as it comes, before whoever listens. */
export const seeing = (channel: Channel, see: (raw: unknown) => void): Channel => ({
  ...channel,
  listen: (listener) =>
    channel.listen((raw) => {
      see(raw)
      listener(raw)
    }),
})
