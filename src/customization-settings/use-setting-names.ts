import { useQuery } from '@tanstack/react-query'
import { materialsQuery, phoneBrandsQuery } from '../api/queries/catalogue'
import { templateCollectionsQuery } from '../api/queries/templates'
import { useApi } from '../api/services'
import type { SettingNames } from './setting-texts'

const byId = (rows: readonly { readonly id: number; readonly name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
const quiet = { meta: { quiet: true } }

/** Loads the names for summaries of settings; names that are not loaded yet are counted meanwhile. */
export function useSettingNames(): SettingNames {
  const api = useApi()
  // `select` returns the same value as long as the rows are the same.
  const materials = useQuery({ ...materialsQuery(api), ...quiet, select: byId })
  const brands = useQuery({ ...phoneBrandsQuery(api), ...quiet, select: byId })
  const collections = useQuery({ ...templateCollectionsQuery(api), ...quiet, select: byId })
  return { materials: materials.data, brands: brands.data, collections: collections.data }
}
