import { Alert, Button } from '@arco-design/web-react'
import { IconBulb, IconCopy, IconPlus, IconSettings, IconSync } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { enteringNames, productSourceOf, syncingNames } from '../../../contract/rules/shop-types'
import type { Product, Shop } from '../../../contract/types'
import { productsQuery, settingsQuery } from '../../api/queries/products'
import { useApi } from '../../api/services'
import { usePermissions } from '../../api/use-permissions'
import { screens } from '../../base/paths'
import { ReadError } from '../../customization-settings/loaded'
import type { Action } from '../../ui/action'
import { BulkBar } from '../../ui/bulk-bar'
import { confirmDelete } from '../../ui/confirm'
import { EmptyState } from '../../ui/empty'
import { ListView } from '../../ui/list-view'
import { NoMatch } from '../../ui/no-match'
import { PageFooter } from '../../ui/page-footer'
import { SearchField } from '../../ui/search-field'
import { ShopSelect } from '../../ui/shop-select'
import { TableSkeleton } from '../../ui/table-skeleton'
import { toastSuccess } from '../../ui/toast'
import { useDialog, useDialogRow } from '../../ui/use-dialog'
import { useLatest } from '../../ui/use-latest'
import { useListQuery } from '../../ui/use-list-query'
import { useSelection } from '../../ui/use-selection'
import { AddDialog } from './add/add-dialog'
import { ConfigureDialog } from './configure-dialog'
import { PasteDialog } from './copy/paste-dialog'
import { useProductMutations } from './mutations'
import { ProductsPicture } from './product-picture'
import { ProductTable } from './product-table'
import { type KnownSettings, rowsOf, type SkuRow, shortRowName, withSettings } from './sku-rows'
import { SkuWordsDialog } from './sku-words/lazy'
import { allRows, onlyProducts, onlyRows, type WordsScope } from './sku-words/scopes'
import { SyncDialog } from './sync/sync-dialog'

/** The first is the default page size; `offeredSizes` lists them in the order offered. */
const pageSizes = [20, 10, 50, 100] as const
const offeredSizes = [10, 20, 50, 100] as const

interface ProductListProps {
  readonly shop: Shop
  readonly shops: readonly Shop[]
  readonly onShop: (id: number | null) => void
}

/** The ways to add products, by kind of shop. */
const sources = {
  add: { label: '添加商品', icon: <IconPlus />, empty: '暂无商品，请点击左上角添加商品' },
  sync: { label: '同步商品', icon: <IconSync />, empty: '暂无商品，请点击左上角同步商品' },
} as const

/** Lists the products of one shop. */
export function ProductList({ shop, shops, onShop }: ProductListProps) {
  const api = useApi()
  const list = useListQuery(screens.products, pageSizes)
  const dialog = useDialog(screens.products)
  const selection = useSelection()
  const keyword = list.get('q')
  const { pageNo, pageSize } = list
  const products = useQuery(productsQuery(api, { shopId: shop.id, pageNo, pageSize, keyword }))
  const items = products.data?.items
  const ids = useMemo(() => (items ?? []).map(({ originalId }) => originalId), [items])
  const settings = useQuery({ ...settingsQuery(api, shop.id, ids), meta: { quiet: true } })
  // Remembered across pages, so that a row that moves to another page does not show as unknown meanwhile.
  const knownSettings = useRef<KnownSettings>(new Map())
  const rows = useMemo(() => {
    if (settings.data) knownSettings.current = withSettings(knownSettings.current, ids, settings.data)
    return rowsOf(items ?? [], knownSettings.current)
  }, [items, ids, settings.data])
  const { remove } = useProductMutations(shop.id)
  const [source, setSource] = useState<SkuRow | null>(null)
  const [batchRows, setBatchRows] = useState<readonly SkuRow[] | null>(null)
  const [pasteTargets, setPasteTargets] = useState<readonly SkuRow[] | null>(null)
  const [offered, setOffered] = useState<WordsScope | null>(null)
  const [words, setWords] = useState<WordsScope>(allRows)
  const { may } = usePermissions()
  const openWords = (scope: WordsScope) => {
    setWords(scope)
    dialog.open('sku-words')
  }

  // A product without SKUs has a dialog name of its own, since its id may equal a SKU's.
  const loadedRows = settings.data && items ? rows : undefined
  const withSku = useDialogRow(dialog, 'configure', loadedRows, '规格')
  const rowsByProduct = useMemo(() => loadedRows?.filter(({ sku }) => sku === null).map(byProduct), [loadedRows])
  const withoutSku = useDialogRow(dialog, 'configure-product', rowsByProduct, '商品')
  const configured = withSku ?? withoutSku?.row ?? null
  const configuredRows = useMemo(() => configured && [configured], [configured])

  // The same functions on every render, so that thousands of rows are not rendered again.
  const onRemove = useLatest(async (product: Product) => {
    const removed = await confirmDelete(product.title, '商品的所有规格和它们的定制配置会一起删除，不能恢复。', () =>
      remove.mutateAsync(product.id),
    )
    if (!removed) return
    selection.remove(product.skus.length === 0 ? [-product.id] : product.skus.map(({ id }) => id))
    setSource((old) => (old?.product.id === product.id ? null : old))
    toastSuccess('删除成功')
  })
  const onConfigure = useLatest(({ id, sku, product }: SkuRow) =>
    sku ? dialog.open('configure', id) : dialog.open('configure-product', product.id),
  )

  const actions: readonly Action<SkuRow>[] = [
    {
      key: 'configure',
      label: '批量配置',
      icon: <IconSettings />,
      refusal: (chosen) => (chosen.some(({ setting }) => setting === undefined) ? '正在读取配置，请稍候' : null),
      perform: setBatchRows,
    },
    ...(may(['catalogue'])
      ? [
          {
            key: 'words',
            label: '按规格文字配置',
            icon: <IconBulb />,
            perform: (chosen: readonly SkuRow[]) => openWords(onlyRows(chosen)),
          },
        ]
      : []),
    {
      key: 'paste',
      label: '应用复制的配置',
      icon: <IconCopy />,
      refusal: () => (source === null ? '先在已配置的规格上点“复制”' : null),
      perform: setPasteTargets,
    },
  ]
  const from = productSourceOf(shop)
  const add = from && (
    <Button type="primary" icon={sources[from].icon} onClick={() => dialog.open(from)}>
      {sources[from].label}
    </Button>
  )
  return (
    <>
      <BulkBar selection={selection} rows={rows} actions={actions} total={0}>
        <div className="filter-row">
          <ShopSelect shops={shops} value={shop.id} onChange={onShop} />
          {add}
          {may(['catalogue']) && (items?.length ?? 0) > 0 && (
            <Button icon={<IconBulb />} onClick={() => openWords(allRows)}>
              按规格文字配置
            </Button>
          )}
          <span className="products-filter-end">
            <SearchField
              value={keyword}
              onChange={(q) => list.set({ q }, { replace: true })}
              label="搜索商品"
              placeholder="商品标题，或商品、规格的ID"
            />
          </span>
        </div>
      </BulkBar>
      {source !== null && (
        <Alert
          type="info"
          className="products-copied"
          content={`已复制「${shortRowName(source)}」的配置：勾选要应用的规格（可以翻页），再点“应用复制的配置”。`}
          action={
            <Button size="mini" onClick={() => setSource(null)}>
              取消复制
            </Button>
          }
        />
      )}
      {settings.isError && <ReadError result={settings} noun="配置" />}
      <ListView result={products} skeleton={<TableSkeleton label="正在加载商品" />}>
        {({ totalItems }) =>
          totalItems === 0 && !products.isPlaceholderData ? (
            keyword === '' ? (
              <EmptyState
                picture={<ProductsPicture />}
                title={from ? sources[from].empty : '暂无商品'}
                text={
                  from
                    ? '有了商品，就能配置每个规格允许买家定制什么。'
                    : `目前只有${enteringNames}可以添加商品、${syncingNames}可以同步商品，这个平台的店铺请使用定制链接。`
                }
              />
            ) : (
              <NoMatch text={`这个店铺里，没有标题包含「${keyword}」、或ID是它的商品。`} onClear={() => list.set({ q: null })} />
            )
          ) : (
            <>
              <ProductTable
                rows={rows}
                selection={selection}
                refreshing={products.isPlaceholderData}
                onConfigure={onConfigure}
                onCopy={setSource}
                onRemove={onRemove}
              />
              <PageFooter
                query={list}
                pageSizes={offeredSizes}
                total={totalItems}
                unit="个商品"
                isTotalCurrent={!products.isPlaceholderData}
                jumper
              />
            </>
          )
        }
      </ListView>
      <ConfigureDialog shopId={shop.id} rows={configuredRows} onClose={dialog.close} />
      <ConfigureDialog shopId={shop.id} rows={batchRows} onClose={() => setBatchRows(null)} onSaved={selection.clear} />
      <PasteDialog
        shopId={shop.id}
        source={source}
        targets={pasteTargets}
        onClose={() => setPasteTargets(null)}
        onDone={() => {
          setPasteTargets(null)
          setSource(null)
          selection.clear()
        }}
      />
      {from === 'add' && <AddDialog shopId={shop.id} open={dialog.name === 'add'} onClose={dialog.close} />}
      {from === 'sync' && (
        <SyncDialog
          shop={shop}
          open={dialog.name === 'sync'}
          onClose={dialog.close}
          onSynced={(ids) => setOffered(onlyProducts(ids))}
        />
      )}
      <SkuWordsDialog shopId={shop.id} visible={dialog.name === 'sku-words'} scope={words} onClose={dialog.close} />
      {offered && may(['catalogue']) && (
        <SkuWordsDialog shopId={shop.id} visible scope={offered} onClose={() => setOffered(null)} />
      )}
    </>
  )
}

const byProduct = (row: SkuRow) => ({ id: row.product.id, row })
