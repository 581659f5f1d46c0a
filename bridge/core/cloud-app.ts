/** The admin API inside the marketplace's call of its cloud application, as either dialect of shell brings its answer back. */
import { BridgeError } from './errors'

export interface CarriedReply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The answer inside the cloud's: its own shape, or with `data` taken off already. */
function inside(answer: unknown): unknown {
  if (isFields(answer) && answer.success === false) {
    const { errorCode, errorMessage } = answer
    throw new BridgeError('NETWORK', {
      stage: 'http',
      message: `cloud application: ${String(errorCode)} ${String(errorMessage)}`,
    })
  }
  const data = isFields(answer) && typeof answer.status !== 'number' ? answer.data : answer
  if (typeof data !== 'string') return data
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

/** Throws NETWORK when the cloud could not reach the application, BAD_REPLY when it brought something else. */
export function readCarriedReply(answer: unknown): CarriedReply {
  const reply = inside(answer)
  const { status, headers = {}, body } = isFields(reply) ? reply : {}
  if (typeof status !== 'number' || typeof body !== 'string' || !isFields(headers)) {
    throw new BridgeError('BAD_REPLY', { stage: 'http', message: 'the cloud application answered something else' })
  }
  return { status, headers, body }
}

/** Marketplace calls that change nothing. Anything else is a write. */
export const onlyReads = (api: string): boolean => /\.(get|search|list|query)$/.test(api)
