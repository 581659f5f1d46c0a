import { Button } from '@arco-design/web-react'
import { IconImport } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { Link } from 'wouter'
import { materialsQuery, phoneBrandsQuery } from '../../api/queries/catalogue'
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
import { useEverTrue } from '../../ui/use-value-while-closing'
import { BatchProgress, useBatchRefusal } from './batch-progress'
import { BrandPanel } from './brand-panel'
import { FramePicture } from './frame-picture'
import { createRowIds } from './rows'
import { SizeDialog } from './sizes/lazy'
import { wireframePageSizes } from './sku-table'
import { wireframeCells } from './wireframe-cells'
import './wireframes.css'

const skeleton = <TableSkeleton label="正在加载线框图" rows={5} />

/** The dialog over all wireframes of the catalogue, in the address. */
const sizesDialog = 'sizes'

interface WireframeScreenProps {
  /** The bulk import, loaded when it is first opened. */
  readonly ImportWizard: ComponentType<{ readonly open: boolean; readonly onClose: () => void }>
}

/** 手机壳线框图: a tab per brand, a row for each colour of each material of the chosen model. */
export default function WireframeScreen({ ImportWizard }: WireframeScreenProps) {
  const api = useApi()
  const platform = usePlatform()
  const queries = useQueryClient()
  const list = useListQuery(screens.wireframes, wireframePageSizes)
  const brands = useQuery(phoneBrandsQuery(api))
  const materials = useQuery(materialsQuery(api))
  const [idOf] = useState(createRowIds)
  const dialog = useDialog(screens.wireframes)
  const batchRefusal = useBatchRefusal()
  const importing = dialog.name === 'import'
  const needed = useEverTrue(importing)

  return (
    <div className="wireframes">
      <PageActions>
        {Boolean(brands.data?.length) && (
          <>
            <ExportButton name="全部线框图" read={() => wireframeCells(api, queries)} save={(file) => platform.saveFile(file)} />
            <Button disabled={batchRefusal !== null} onClick={() => dialog.open(sizesDialog)}>
              填毫米
            </Button>
          </>
        )}
        <Button icon={<IconImport />} onClick={() => dialog.open('import')}>
          一键导入
        </Button>
      </PageActions>
      <BatchProgress />
      <ListView result={brands} skeleton={skeleton}>
        {(allBrands) => {
          const brand = allBrands.find((one) => String(one.id) === list.get('brand')) ?? allBrands[0]
          if (!brand) {
            return (
              <EmptyState
                picture={<FramePicture />}
                title="先添加手机品牌和型号"
                text="线框图按品牌、型号、材质和颜色配置。也可以用一键导入，按图片名称自动建好它们。"
                action={
                  <span className="wireframes-first">
                    <Button type="primary" icon={<IconImport />} onClick={() => dialog.open('import')}>
                      选择图片一键导入
                    </Button>
                    <Link href={screens.brands.path}>去添加品牌</Link>
                  </span>
                }
              />
            )
          }
          return (
            <ListView result={materials} skeleton={skeleton}>
              {(allMaterials) =>
                allMaterials.every((material) => material.colors.length === 0) ? (
                  <EmptyState
                    picture={<FramePicture />}
                    title={allMaterials.length === 0 ? '先添加手机壳材质' : '先给材质添加颜色'}
                    text="每个型号的每种材质颜色各有一张线框图，所以要先有材质和颜色。"
                    action={
                      <LinkButton href={screens.materials.path}>
                        {allMaterials.length === 0 ? '去添加材质' : '去管理颜色'}
                      </LinkButton>
                    }
                  />
                ) : (
                  <TabBar
                    inner
                    label="品牌"
                    tabs={allBrands.map(({ id, name }) => ({ key: String(id), label: name }))}
                    active={String(brand.id)}
                    onChange={(id) => list.set({ brand: id, model: null })}
                  >
                    <BrandPanel key={brand.id} brand={brand} materials={allMaterials} list={list} idOf={idOf} />
                  </TabBar>
                )
              }
            </ListView>
          )
        }}
      </ListView>
      <SizeDialog visible={dialog.name === sizesDialog} rows="all" onClose={dialog.close} />
      {needed && <ImportWizard open={importing} onClose={dialog.close} />}
    </div>
  )
}
