/** Charges for a download: retries under the same idempotency key until there is an answer, so that the charge happens once. */

import {
  BusyError,
  ConflictError,
  OfflineError,
  ServerError,
  SessionExpiredError,
  TimeoutError,
} from '../../contract/call-errors'
import { maxChargesPerCall } from '../../contract/constants'
import type { Wait } from '../../contract/ground/delay'
import { retrying } from '../../contract/ground/retry'
import { messageOf } from '../../contract/ground/thrown'
import type { ChargeReply } from '../../contract/types'
import { batchesOf } from '../base/batches'
import { type ChargeAnswer, refusedIds } from './download-record'
import { DownloadStop } from './download-stop'

/** Pauses before each retry, ms. */
const pauses = [1000, 3000, 9000] as const

/** Customizations to pay for, and those confirmed despite findings; `confirmed` is absent when the seller was not asked. */
export interface ChargeRequest {
  readonly ids: readonly number[]
  readonly confirmed?: readonly number[] | undefined
  /** The price the seller saw, credits per image. */
  readonly price: number
}

/** Asks the server to charge; with the same key it returns the same answer and charges nothing more. */
export type RequestCharge = (request: ChargeRequest, key: string, signal: AbortSignal) => Promise<ChargeReply>

/** Whether a retry makes sense; the key makes it harmless if the charge happened. */
const mayRetry = (error: unknown) =>
  !isOtherPrice(error) &&
  [OfflineError, TimeoutError, BusyError, ServerError, ConflictError].some((cause) => error instanceof cause)

const isOtherPrice = (error: unknown): boolean => error instanceof ConflictError && error.code === 'price-changed'

/** Retries a call a few times until there is an answer. Rejects with the last error. */
export const retryUntilAnswered = <T>(call: () => Promise<T>, signal: AbortSignal, wait: Wait): Promise<T> =>
  retrying(call, { waits: pauses, mayRetry, signal, wait })

async function chargeOnce(requestCharge: RequestCharge, request: ChargeRequest, key: string, signal: AbortSignal, wait: Wait) {
  try {
    return await retryUntilAnswered(() => requestCharge(request, key, signal), signal, wait)
  } catch (error) {
    // With an expired session the task continues by itself after the next sign-in.
    if (signal.aborted || error instanceof SessionExpiredError) throw error
    const errorText = messageOf(error)
    if (isOtherPrice(error)) throw new DownloadStop('price', errorText, error)
    const retryHint = mayRetry(error) ? '；重试不会重复扣点' : ''
    throw new DownloadStop('charge', `扣点没有成功：${errorText}${retryHint}`, error)
  }
}

/**
 * Charges for these pictures in this order, in calls of at most `maxChargesPerCall`.
 *
 * @param key of the whole download; later calls derive their keys from it.
 * @throws DownloadStop of cause 'charge' with the reason, or of cause 'price' when an image costs something else; SessionExpiredError.
 */
export async function chargeInBatches(
  requestCharge: RequestCharge,
  { ids, confirmed, price }: ChargeRequest,
  key: string,
  signal: AbortSignal,
  wait: Wait,
): Promise<ChargeAnswer> {
  let merged: ChargeAnswer = { charged: [], alreadyCharged: [], insufficient: [], refused: [], images: [], credits: 0 }
  for (const [index, batch] of batchesOf(ids, maxChargesPerCall).entries()) {
    const ownKey = index === 0 ? key : `${key}-${index + 1}`
    const batchIds = new Set(batch)
    const request = { ids: batch, price, ...(confirmed && { confirmed: confirmed.filter((id) => batchIds.has(id)) }) }
    merged = mergedAnswer(merged, await chargeOnce(requestCharge, request, ownKey, signal, wait))
  }
  return merged
}

/** Merges the answer of a further charge, for other pictures or for some that were left out before. */
export function mergedAnswer(before: ChargeAnswer, reply: ChargeAnswer): ChargeAnswer {
  const known = new Set([...reply.charged, ...reply.alreadyCharged, ...reply.insufficient, ...refusedIds(reply)])
  return {
    charged: [...before.charged, ...reply.charged],
    alreadyCharged: [...before.alreadyCharged, ...reply.alreadyCharged],
    insufficient: [...before.insufficient.filter((id) => !known.has(id)), ...reply.insufficient],
    refused: [...before.refused.filter((one) => !known.has(one.customizationId)), ...reply.refused],
    images: [...before.images, ...reply.images],
    credits: reply.credits,
  }
}
