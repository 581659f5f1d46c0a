import { Button } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { phoneBrandsQuery, phoneModelsQuery } from '../../api/queries/catalogue'
import { useApi, usePlatform } from '../../api/services'
import { screens } from '../../base/paths'
import { EmptyState } from '../../ui/empty'
import { ExportButton } from '../../ui/export-button'
import { LinkButton } from '../../ui/link-button'
import { ListView } from '../../ui/list-view'
import { PageActions } from '../../ui/page'
import { TabBar } from '../../ui/tab-bar'
import { TableSkeleton } from '../../ui/table-skeleton'
import { useDialog } from '../../ui/use-dialog'
import { useListQuery } from '../../ui/use-list-query'
import { ModelAdd } from './model-add'
import { modelCells } from './model-cells'
import { ModelTable, modelPageSizes } from './model-table'
import { PhonePicture } from './phone-picture'
import { useModelCounts } from './use-model-counts'
import './phones.css'

interface ModelListProps {
  /** Leads to the list where brands are added. */
  readonly onAddBrand: () => void
}

/** 型号列表: shows a tab per brand with its models. */
export function ModelList({ onAddBrand }: ModelListProps) {
  const api = useApi()
  const platform = usePlatform()
  const queries = useQueryClient()
  const list = useListQuery(screens.models, modelPageSizes)
  const dialog = useDialog(screens.models)
  const result = useQuery(phoneBrandsQuery(api))
  const brands = result.data ?? []
  const currentBrand = brands.find((brand) => String(brand.id) === list.get('brand')) ?? brands[0]
  const models = useQuery({ ...phoneModelsQuery(api, currentBrand?.id ?? 0), enabled: currentBrand !== undefined })
  const counts = useModelCounts(brands, models.isFetched, currentBrand?.id)
  const tabLabel = (name: string, index: number) => {
    const count = counts[index]
    return count === undefined ? name : `${name} (${count})`
  }

  return (
    <ListView result={result} skeleton={<TableSkeleton label="正在加载品牌" />}>
      {() =>
        currentBrand === undefined ? (
          <EmptyState
            picture={<PhonePicture />}
            title="先添加一个品牌"
            text="型号按品牌排列：从常用机型里勾选，或者先添加品牌，再录入它的型号。"
            action={
              <span className="phones-first">
                <LinkButton href={screens.brands({ dialog: 'common' })}>从常用机型添加</LinkButton>
                <Button type="text" icon={<IconPlus />} onClick={onAddBrand}>
                  新增品牌
                </Button>
              </span>
            }
          />
        ) : (
          <>
            <PageActions>
              <ExportButton name="全部型号" read={() => modelCells(api, queries)} save={(file) => platform.saveFile(file)} />
              <LinkButton secondary href={screens.brands({ dialog: 'common' })}>
                常用机型
              </LinkButton>
              <Button type="primary" icon={<IconPlus />} onClick={() => dialog.open('add')}>
                新增型号
              </Button>
            </PageActions>
            <TabBar
              inner
              beside
              label="品牌"
              tabs={brands.map((brand, index) => ({ key: String(brand.id), label: tabLabel(brand.name, index) }))}
              active={String(currentBrand.id)}
              onChange={(brand) => list.set({ brand, q: null, favorited: null })}
            >
              <ModelTable key={currentBrand.id} brand={currentBrand} dialog={dialog} />
            </TabBar>
            <ModelAdd visible={dialog.name === 'add'} brands={brands} brandId={currentBrand.id} onClose={dialog.close} />
          </>
        )
      }
    </ListView>
  )
}
