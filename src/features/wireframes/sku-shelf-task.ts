/** Task that puts many SKUs on or off shelf, one after another: the API has no call for many. */
import type { QueryClient } from '@tanstack/react-query'
import { NotFoundError } from '../../../contract/call-errors'
import { catalogueKeys } from '../../api/queries/catalogue'
import type { Api } from '../../api/services'
import type { TaskKind } from '../../base/tasks/types'
import { setCachedShelf } from './mutations'

export const skuShelfKind = 'sku-shelf'

export interface ShelfInput {
  /** `{phoneModelId}-{materialColorId}`. */
  readonly key: string
  readonly enabled: boolean
}

interface Services {
  readonly api: Pick<Api, 'phoneCaseSkus'>
  readonly queries: Pick<QueryClient, 'invalidateQueries' | 'setQueriesData'>
}

const skuShelf: TaskKind<ShelfInput, 'done', Services> = {
  kind: skuShelfKind,
  concurrency: 1,
  async run({ key, enabled }, { signal }, { api, queries }) {
    try {
      await api.phoneCaseSkus.update({ params: { key }, body: { enabled } }, { quiet: true, signal })
    } catch (error) {
      if (error instanceof NotFoundError) throw new Error('这个型号颜色已被删除，刷新列表后再看', { cause: error })
      throw error
    }
    setCachedShelf(queries, key, enabled)
    return 'done'
  },
  onEnded: (_, { queries }) => void queries.invalidateQueries({ queryKey: catalogueKeys.skuLists() }),
}

export default skuShelf
