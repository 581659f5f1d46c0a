import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FactoryMaterial } from '../../../../contract/types'
import { materialsQuery } from '../../../api/queries/catalogue'
import { colorBindingsQuery, factoryMaterialsQuery, materialBindingsQuery } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import { combineResults, type ListResult } from '../../../ui/list-view'
import { type BoardRow, boardRows } from './material-rows'

export interface MaterialBoard {
  readonly offered: readonly FactoryMaterial[]
  readonly rows: readonly BoardRow[]
}

/** Reads all materials and colours of the account, with what each is bound to at one factory. */
export function useMaterialBoard(factoryId: number): ListResult<MaterialBoard> {
  const api = useApi()
  const quiet = { meta: { quiet: true } }
  const materials = useQuery({ ...materialsQuery(api), ...quiet })
  const offered = useQuery({ ...factoryMaterialsQuery(api, factoryId), ...quiet })
  const materialBindings = useQuery({ ...materialBindingsQuery(api, factoryId), ...quiet })
  const colorBindings = useQuery({ ...colorBindingsQuery(api, factoryId), ...quiet })
  const data = useMemo(() => {
    if (!materials.data || !offered.data || !materialBindings.data || !colorBindings.data) return undefined
    const rows = boardRows({
      materials: materials.data,
      offered: offered.data,
      materialBindings: materialBindings.data,
      colorBindings: colorBindings.data,
    })
    return { offered: offered.data, rows }
  }, [materials.data, offered.data, materialBindings.data, colorBindings.data])
  return combineResults([materials, offered, materialBindings, colorBindings], data)
}
