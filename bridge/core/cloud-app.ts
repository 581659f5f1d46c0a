/** Reads responses of the admin API that arrive inside the marketplace's cloud application call; both shells use it. */

import { isFields } from '../../contract/ground/fields'
import { BridgeError } from './errors'

export interface RelayedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Returns the response inside the cloud's answer. Some clients return the whole answer, others only its `data`. */
function responseIn(answer: unknown): unknown {
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

/** Returns the relayed response. Throws NETWORK if the cloud reports a failure, BAD_REPLY if the answer has another shape. */
export function readRelayedResponse(answer: unknown): RelayedResponse {
  const reply = responseIn(answer)
  const { status, headers = {}, body } = isFields(reply) ? reply : {}
  if (typeof status !== 'number' || typeof body !== 'string' || !isFields(headers)) {
    throw new BridgeError('BAD_REPLY', { stage: 'http', message: 'the cloud application answered something else' })
  }
  return { status, headers, body }
}

/** Whether a marketplace API changes nothing, judged by its name. Every other API counts as a write. */
export const onlyReads = (api: string): boolean => /\.(get|search|list|query)$/.test(api)
