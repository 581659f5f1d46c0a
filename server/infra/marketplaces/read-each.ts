/** Reads the orders of a list one by one. An order that cannot be read is named with its reason and never stops the others. */
import { Failure } from '../../kernel/failure'
import type { MarketplaceOrder, UnreadOrder } from '../../ports/marketplace'
import { CallFailure } from './calls'

export type OrderEntry = MarketplaceOrder | UnreadOrder

/** Orders in a row without an answer, after which the marketplace itself counts as away: each costs four attempts. */
const maxUnanswered = 5

/**
 * Yields the orders of pages of numbers, page by page, except those of `skip`. What was read of a page is yielded before a failure ends
 * the reading. @param marketplace such as 淘宝.
 */
export async function* readEach(
  marketplace: string,
  pages: AsyncIterable<readonly string[]>,
  read: (originalId: string) => Promise<OrderEntry>,
  skip: ReadonlySet<string> = new Set(),
): AsyncIterable<readonly OrderEntry[]> {
  let unanswered = 0
  for await (const ids of pages) {
    const entries: OrderEntry[] = []
    let failure: unknown
    for (const id of ids) {
      if (skip.has(id)) continue
      try {
        const entry = await read(id)
        unanswered = 'unread' in entry && entry.concerns === 'answer' ? unanswered + 1 : 0
        entries.push(entry)
        if (unanswered >= maxUnanswered) throw new Failure('upstream-failed', `${marketplace}暂时没有响应，请稍后再试`)
      } catch (error) {
        failure = error
        break
      }
    }
    if (entries.length > 0) yield entries
    if (failure !== undefined) throw failure
  }
}

/**
 * Returns what `read` gives; a failure that concerns this order alone becomes an unread order with the reason, any other is rethrown.
 * @param marketplace such as 淘宝.
 */
export async function readOr(marketplace: string, originalId: string, read: () => Promise<OrderEntry>): Promise<OrderEntry> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    const concerns = error.concerns === 'object' ? 'order' : error.concerns
    const unread = concerns === 'answer' ? `${marketplace}给出的内容无法识别，或没有给出内容` : error.message
    return { originalId, unread, concerns }
  }
}
