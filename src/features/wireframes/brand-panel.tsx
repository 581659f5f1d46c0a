import { useQuery } from '@tanstack/react-query'
import type { PhoneBrand, PhoneCaseMaterial } from '../../../contract/types'
import { phoneModelsQuery } from '../../api/queries/catalogue'
import { useApi } from '../../api/services'
import { screens } from '../../base/paths'
import { EmptyState } from '../../ui/empty'
import { LinkButton } from '../../ui/link-button'
import { ListView } from '../../ui/list-view'
import { TableSkeleton } from '../../ui/table-skeleton'
import type { ListQuery } from '../../ui/use-list-query'
import { FramePicture } from './frame-picture'
import { allModels, ModelSelect } from './model-select'
import { SkuTable } from './sku-table'

interface BrandPanelProps {
  readonly brand: PhoneBrand
  readonly materials: readonly PhoneCaseMaterial[]
  readonly list: ListQuery<'brand' | 'model' | 'state'>
  readonly idOf: (key: string) => number
}

/** The panel of one brand: a select of models, and the table of the chosen model or of all models. */
export function BrandPanel({ brand, materials, list, idOf }: BrandPanelProps) {
  const api = useApi()
  const models = useQuery(phoneModelsQuery(api, brand.id))
  return (
    <ListView result={models} skeleton={<TableSkeleton label="正在加载型号" rows={5} />}>
      {(brandModels) => {
        const [firstModel] = brandModels
        if (!firstModel) {
          return (
            <EmptyState
              picture={<FramePicture />}
              title={`「${brand.name}」还没有型号`}
              text="线框图是给具体型号配的，先添加这个品牌的型号。"
              action={<LinkButton href={screens.models({ brand: brand.id })}>去添加型号</LinkButton>}
            />
          )
        }
        const modelParam = list.get('model')
        const showsAllModels = modelParam === allModels
        const model = brandModels.find((one) => String(one.id) === modelParam) ?? firstModel
        const modelSelect = (
          <ModelSelect
            models={brandModels}
            value={showsAllModels ? allModels : model.id}
            onChange={(value) => list.set({ brand: brand.id, model: value })}
          />
        )
        return (
          <SkuTable
            key={showsAllModels ? allModels : model.id}
            brand={brand}
            brandModels={brandModels}
            model={showsAllModels ? null : model}
            materials={materials}
            list={list}
            idOf={idOf}
            modelSelect={modelSelect}
          />
        )
      }}
    </ListView>
  )
}
