import { queryOptions, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OwnModel } from '../../../../contract/library/sku-models'
import type { CustomizationSetting, PhoneCaseMaterial, PhoneModel, Product } from '../../../../contract/types'
import { materialsQuery, phoneBrandsQuery, phoneModelsQuery } from '../../../api/queries/catalogue'
import { productKeys } from '../../../api/queries/products'
import { type Api, useApi } from '../../../api/services'
import { rowsOf, type SkuRow, withSettings } from '../sku-rows'

const pageSize = 100
/** Most SKUs that are read for one dialog: as many as one call sets up. */
const maxRows = 2000

interface Goods {
  readonly rows: readonly SkuRow[]
  /** Whether the shop has more products than were read. */
  readonly hasMore: boolean
}

/** Reads a shop's products with their settings, the newest first, until there are as many SKUs as one call takes. */
const goodsQuery = (api: Api, shopId: number) =>
  queryOptions({
    queryKey: [...productKeys.ofShop(shopId), 'sku-words'],
    queryFn: async ({ signal }): Promise<Goods> => {
      const products: Product[] = []
      const settings: CustomizationSetting[] = []
      const options = { signal, quiet: true } as const
      for (let pageNo = 1; ; pageNo += 1) {
        const { items, totalItems } = await api.products.list({ query: { shopId, pageNo, pageSize } }, options)
        const ids = items.map(({ originalId }) => originalId)
        if (ids.length > 0)
          settings.push(
            ...(await api.customizationSettings.list({ query: { shopId, productOriginalIds: ids.join(',') } }, options)),
          )
        products.push(...items)
        const rows = rowsOf(
          products,
          withSettings(
            new Map(),
            products.map(({ originalId }) => originalId),
            settings,
          ),
        )
        const open = rows.filter(({ setting }) => !setting).length
        const isLast = items.length < pageSize || products.length >= totalItems
        if (isLast || open >= maxRows) return { rows: rows.slice(0, maxRows), hasMore: !isLast || rows.length > maxRows }
      }
    },
    gcTime: 0,
    staleTime: 0,
    meta: { quiet: true },
  })

/** The products and the catalogue, once all of it has been read. */
export interface WordsData extends Goods {
  readonly models: readonly OwnModel[]
  readonly materials: readonly PhoneCaseMaterial[]
}

const resultsOf = (results: UseQueryResult<PhoneModel[]>[]) => results

/** Reads what the dialog proposes from: the products of a shop, and the seller's catalogue. */
export function useWords(shopId: number) {
  const api = useApi()
  const goods = useQuery(goodsQuery(api, shopId))
  const brands = useQuery({ ...phoneBrandsQuery(api), meta: { quiet: true } })
  const materials = useQuery({ ...materialsQuery(api), meta: { quiet: true } })
  const lists = useQueries({
    queries: (brands.data ?? []).map(({ id }) => ({ ...phoneModelsQuery(api, id), meta: { quiet: true } })),
    combine: resultsOf,
  })
  const data = useMemo((): WordsData | undefined => {
    if (!goods.data || !brands.data || !materials.data || lists.some((list) => list.data === undefined)) return undefined
    const models = brands.data.flatMap(({ id, name: brand }, at) =>
      (lists[at]?.data ?? []).map((model) => ({ phoneBrandId: id, phoneModelId: model.id, brand, name: model.name })),
    )
    return { ...goods.data, models, materials: materials.data }
  }, [goods.data, brands.data, materials.data, lists])
  return { results: [goods, brands, materials, ...lists], data }
}
