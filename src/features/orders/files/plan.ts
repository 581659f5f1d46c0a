/** Asks the server what an import of files would do: first which orders it knows, then about the facts of those alone. */
import { maxOrderNumbers, maxOrdersPerImport } from '../../../../contract/constants'
import { abortError } from '../../../../contract/ground/thrown'
import type { Api } from '../../../api/services'
import type { OrdersHead, PlanRequest } from './file-desk'
import type { OpenDesk } from './open-desk'
import type { ImportPlan } from './plan-book'
import type { OpenedFile } from './read-file'

/** A file, and what the page keeps of its orders. */
export interface FileOrders {
  readonly file: OpenedFile
  readonly read: OrdersHead
}

/** When the source saw the orders: no file is older than its newest row. */
const observedAt = ({ file, read }: FileOrders, now: number): number => Math.min(now, Math.max(file.madeAt, read.newest ?? 0))

export interface PlanOptions {
  readonly shopId: number
  /** Also orders that are shipped or over, and not known yet. */
  readonly withOver: boolean
  readonly now: number
  readonly signal?: AbortSignal
  /** Called with the share of the batches that are done, 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/** Calls that wait for the server at once: it answers the next one while an answer is judged. */
const callsInFlight = 3
/** Batches whose numbers are asked about in one call. */
const batchesPerCall = maxOrderNumbers / maxOrdersPerImport

/** Rejects with the failure of a call, or an AbortError. */
export async function planFiles(
  api: Pick<Api, 'orders'>,
  desk: Pick<OpenDesk, 'begin' | 'numbers' | 'batch' | 'settle' | 'plan'>,
  files: readonly FileOrders[],
  { shopId, withOver, now, signal, onProgress }: PlanOptions,
): Promise<ImportPlan> {
  const request: PlanRequest = {
    files: files.map((each) => ({
      key: each.file.key,
      name: each.file.name,
      hasNoLines: each.file.preset.hasNoLines ?? false,
      observedAt: observedAt(each, now),
    })),
    withOver,
    now,
  }
  const batches = await desk.begin(request)
  const call = { quiet: true, ...(signal && { signal }) }
  const knownOf = async (from: number): Promise<string[][]> => {
    const numbers = await desk.numbers(from, from + batchesPerCall)
    const originalIds = [...new Set(numbers.flat())]
    if (originalIds.length === 0) return []
    const found = await api.orders.findKnown({ body: { shopId, originalIds } }, call)
    const known = new Set(found.originalIds)
    return numbers.map((batch) => batch.filter((each) => known.has(each)))
  }
  let known: Promise<string[][]> = Promise.resolve([])
  const ask = async (at: number) => {
    const place = at % batchesPerCall
    if (place === 0) known = knownOf(at)
    const numbers = (await known)[place] ?? []
    if (numbers.length === 0) return []
    const { orders, observedAt } = await desk.batch(at, numbers)
    const body = { shopId, source: 'file' as const, observedAt, orders: [...orders] }
    return api.orders.planImport({ body }, call)
  }
  const asked: ReturnType<typeof ask>[] = []
  for (let at = 0; at < batches; at++) {
    while (asked.length < Math.min(batches, at + callsInFlight)) {
      const answer = ask(asked.length)
      // One that fails while an earlier one is awaited is met when its turn comes, or not needed any more.
      answer.catch(() => undefined)
      asked.push(answer)
    }
    await desk.settle(at, (await asked[at]) ?? [])
    // The answers would pile up until the end.
    delete asked[at]
    if (signal?.aborted) throw abortError()
    onProgress?.((at + 1) / batches)
  }
  return desk.plan()
}
