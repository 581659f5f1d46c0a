/** The charge of a download: asked until there is an answer, always under the same key, so that it happens once. */
import { maxChargesPerCall } from '../../contract/constants'
import type { Wait } from '../../contract/delay'
import { retrying } from '../../contract/retry'
import type { ChargeReply } from '../../contract/types'
import { batchesOf } from '../base/batches'
import { BusyError, ConflictError, OfflineError, ServerError, TimeoutError } from '../base/errors'
import { RunStop } from './problems'
import { type Charged, refusedIds } from './run-record'

/** Pauses before each further try, ms. */
const pauses = [1000, 3000, 9000] as const

/** What is to be paid for, and which of it the seller wants in spite of what was found; absent: nothing was asked. */
export interface ChargeOrder {
  readonly ids: readonly number[]
  readonly confirmed?: readonly number[] | undefined
}

export type Charge = (order: ChargeOrder, key: string, signal: AbortSignal) => Promise<ChargeReply>

/** Whether it may have happened, or may happen the next time: the key makes asking again harmless. */
const mayAskAgain = (error: unknown) =>
  [OfflineError, TimeoutError, BusyError, ServerError, ConflictError].some((cause) => error instanceof cause)

/** Asks until there is an answer, a few times. Rejects with what the last try said. */
export const insist = <T>(call: () => Promise<T>, signal: AbortSignal, wait: Wait): Promise<T> =>
  retrying(call, { waits: pauses, mayRetry: mayAskAgain, signal, wait })

async function ask(charge: Charge, order: ChargeOrder, key: string, signal: AbortSignal, wait: Wait) {
  try {
    return await insist(() => charge(order, key, signal), signal, wait)
  } catch (error) {
    if (signal.aborted) throw error
    const said = error instanceof Error ? error.message : String(error)
    const safe = mayAskAgain(error) ? '；重试不会重复扣点' : ''
    throw new RunStop('charge', `扣点没有成功：${said}${safe}`, error)
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
  { ids, confirmed }: ChargeOrder,
  key: string,
  signal: AbortSignal,
  wait: Wait,
): Promise<Charged> {
  let sum: Charged = { charged: [], alreadyCharged: [], insufficient: [], refused: [], images: [], credits: 0 }
  for (const [place, some] of batchesOf(ids, maxChargesPerCall).entries()) {
    const own = place === 0 ? key : `${key}-${place + 1}`
    const asked = new Set(some)
    const order = { ids: some, ...(confirmed && { confirmed: confirmed.filter((id) => asked.has(id)) }) }
    const reply = await ask(charge, order, own, signal, wait)
    sum = added(sum, reply)
  }
  return sum
}

/** What is known after a further answer about other pictures, or about some that were left out before. */
export function added(before: Charged, reply: Charged): Charged {
  const known = new Set([...reply.charged, ...reply.alreadyCharged, ...reply.insufficient, ...refusedIds(reply)])
  return {
    charged: [...before.charged, ...reply.charged],
    alreadyCharged: [...before.alreadyCharged, ...reply.alreadyCharged],
    insufficient: [...before.insufficient.filter((id) => !known.has(id)), ...reply.insufficient],
    refused: [...(before.refused ?? []).filter((one) => !known.has(one.customizationId)), ...(reply.refused ?? [])],
    images: [...(before.images ?? []), ...(reply.images ?? [])],
    credits: reply.credits,
  }
}
