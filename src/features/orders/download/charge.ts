/** The charge of a download: asked until there is an answer, always under the same key, so that it happens once. */
import type { ChargeReply } from '../../../../contract/types'
import { BusyError, ConflictError, OfflineError, ServerError, TimeoutError } from '../../../base/errors'
import { RunStop } from './problems'
import type { Charged } from './run-record'
import type { Wait } from './wait'

/** Most ids of one call; the contract's. */
const idsPerCall = 5000
/** Pauses before each further try, ms. */
const pauses = [1000, 3000, 9000] as const

export type Charge = (ids: readonly number[], key: string, signal: AbortSignal) => Promise<ChargeReply>

/** Whether it may have happened, or may happen the next time: the key makes asking again harmless. */
const mayAskAgain = (error: unknown) =>
  [OfflineError, TimeoutError, BusyError, ServerError, ConflictError].some((cause) => error instanceof cause)

async function ask(charge: Charge, ids: readonly number[], key: string, signal: AbortSignal, wait: Wait) {
  for (let tries = 0; ; tries++) {
    try {
      return await charge(ids, key, signal)
    } catch (error) {
      const pause = pauses[tries]
      if (signal.aborted) throw error
      if (pause !== undefined && mayAskAgain(error)) await wait(pause, signal)
      else {
        const said = error instanceof Error ? error.message : String(error)
        const safe = mayAskAgain(error) ? '；重试不会重复扣点' : ''
        throw new RunStop('charge', `扣点没有成功：${said}${safe}`, error)
      }
    }
  }
}

/**
 * Charges for these pictures in this order.
 *
 * @param key of the whole download; calls of more pictures than one may hold get keys of their own from it.
 * @throws RunStop of cause 'charge' with the reason.
 */
export async function chargeAll(
  charge: Charge,
  ids: readonly number[],
  key: string,
  signal: AbortSignal,
  wait: Wait,
): Promise<Charged> {
  let sum: Charged = { charged: [], alreadyCharged: [], insufficient: [], images: [], credits: 0 }
  for (let from = 0; from < ids.length; from += idsPerCall) {
    const own = from === 0 ? key : `${key}-${from / idsPerCall + 1}`
    const reply = await ask(charge, ids.slice(from, from + idsPerCall), own, signal, wait)
    sum = {
      charged: [...sum.charged, ...reply.charged],
      alreadyCharged: [...sum.alreadyCharged, ...reply.alreadyCharged],
      insufficient: [...sum.insufficient, ...reply.insufficient],
      images: [...(sum.images ?? []), ...reply.images],
      credits: reply.credits,
    }
  }
  return sum
}
