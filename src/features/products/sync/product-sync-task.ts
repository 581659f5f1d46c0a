/** Task that syncs products of a connected shop by ids, 20 a call: by the server, or by the client if the server has no session. */
import type { QueryClient } from '@tanstack/react-query'
import type { Platform } from '../../../../adapters/platform'
import { UpstreamError } from '../../../../contract/call-errors'
import { productKeys } from '../../../api/queries/products'
import { shopKeys } from '../../../api/queries/shops'
import type { Api } from '../../../api/services'
import type { ItemContext, TaskKind } from '../../../base/tasks/types'
import { itemsCall, itemsQuery, readItems } from './marketplace-products'
import { productSyncKind, type SyncInput, type SyncResult } from './sync-kind'

interface Services {
  readonly api: { readonly products: Pick<Api['products'], 'sync' | 'import'> }
  readonly platform: Pick<Platform, 'can' | 'callMarketplace'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}

type Signal = Pick<ItemContext, 'signal'>

async function throughServer({ shopId, ids }: SyncInput, { signal }: Signal, { api }: Services): Promise<SyncResult> {
  const body = { shopId, productOriginalId: ids.join(',') }
  const { products, missing } = await api.products.sync({ body }, { signal, quiet: true })
  return { found: products.length, missing }
}

async function throughClient(
  { shopId, ids, nick }: SyncInput,
  { signal }: Signal,
  { api, platform }: Services,
): Promise<SyncResult> {
  const read = readItems(await platform.callMarketplace(itemsCall, itemsQuery(ids), { signal }))
  if (nick !== null && read.nick !== null && read.nick !== nick) {
    throw new Error(`千牛登录的是「${read.nick}」的店铺，不是这里选择的「${nick}」，请换成同一个店铺再同步`)
  }
  const products = read.products.filter(({ originalId }) => ids.includes(originalId))
  if (products.length > 0) await api.products.import({ body: { shopId, products: [...products] } }, { signal, quiet: true })
  const found = new Set(products.map(({ originalId }) => originalId))
  return { found: found.size, missing: ids.filter((id) => !found.has(id)) }
}

const productSync: TaskKind<SyncInput, SyncResult, Services> = {
  kind: productSyncKind,
  concurrency: 1,
  async run(input, context, services) {
    const canCallClient = input.way !== 'server' && services.platform.can('marketplace.call')
    if (input.way === 'client, else server' && canCallClient) return throughClient(input, context, services)
    try {
      return await throughServer(input, context, services)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (canCallClient) return throughClient(input, context, services)
      // The task engine must not retry: an expired authorization does not recover by itself.
      throw new Error(error.message, { cause: error })
    }
  },
  onEnded({ items }, { queries }) {
    const [first] = items
    if (first) void queries.invalidateQueries({ queryKey: productKeys.ofShop(first.input.shopId) })
    // The shop list then shows an authorization that turned out to have expired.
    void queries.invalidateQueries({ queryKey: shopKeys.list() })
  },
}

export default productSync
