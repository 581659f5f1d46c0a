import { Button, Space } from '@arco-design/web-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { templateName } from '../../../contract/rules/case-names'
import { textLimits } from '../../../contract/rules/limits'
import type { TemplateCollection, TemplateRow } from '../../../contract/types'
import { templateKeys, templateUseText } from '../../api/queries/templates'
import { restorableText, useRestore } from '../../api/queries/trash'
import { type Api, useApi } from '../../api/services'
import { usePermissions } from '../../api/use-permissions'
import { screens } from '../../base/paths'
import { useShelf } from '../../template-tools/preview/use-shelf'
import { confirmDelete } from '../../ui/confirm'
import { EmptyState } from '../../ui/empty'
import { LoadError, RefreshError } from '../../ui/failure-view'
import { NoMatch } from '../../ui/no-match'
import { PageFooter } from '../../ui/page-footer'
import { SortFailure } from '../../ui/sort-failure'
import { SortableGrid } from '../../ui/sortable-grid'
import { toastSuccess } from '../../ui/toast'
import { offerUndo } from '../../ui/undo'
import { useListQuery } from '../../ui/use-list-query'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { useSort } from '../../ui/use-sort'
import { productModes } from './batch/product-modes'
import { useBatch } from './batch/use-batch'
import { CasePicture } from './case-picture'
import { CopyDialog } from './copy-dialog'
import { filterFrom, isOwnOrder, isSearch, type TemplateFilter } from './find-templates'
import { useTemplateMutations } from './mutations'
import { NameDialog, type Naming } from './name-dialog'
import { pageSizes } from './shown-page'
import { CardSkeletons, type TemplateAction, TemplateCard } from './template-card'
import { TemplateFilters } from './template-filters'
import { useTemplateRows } from './use-template-rows'

/** Id of the template at an index of the whole collection, from 0; null past its end. */
async function templateIdAt(api: Api, collectionId: number, index: number): Promise<number | null> {
  const { items } = await api.templates.list(
    { query: { collectionId, pageNo: index + 1, pageSize: 1 } },
    { quiet: true, again: true },
  )
  return items[0]?.id ?? null
}

/** Names the conditions that nothing meets. */
function noMatchText({ words, enabled, mode }: TemplateFilter): string {
  const label = productModes.find((one) => one.mode === mode)?.label
  const conditions = [
    words !== '' && `名称包含「${words}」`,
    enabled !== null && (enabled ? '上架' : '下架'),
    label !== undefined && `定制模式是「${label}」`,
  ].filter((text) => text !== false)
  return `所有分组里，没有${conditions.join('、')}的模板。`
}

interface TemplateGridProps {
  readonly collection: TemplateCollection
  readonly collections: readonly TemplateCollection[]
  /** Opens the designer with a template of the collection, or with a new one. */
  readonly onOpen: (design: 'new' | number, collectionId: number) => void
  /** Offers the starter templates, where the collection is empty. */
  readonly onStarters: () => void
}

/** Shows the templates of one collection, or those of all that a filter finds, a page at a time. */
export function TemplateGrid({ collection, collections, onOpen, onStarters }: TemplateGridProps) {
  const api = useApi()
  const queries = useQueryClient()
  const list = useListQuery(screens.templates, pageSizes)
  const filter = filterFrom(list.get)
  const isOwn = isOwnOrder(filter)
  const searches = isSearch(filter)
  const rows = useTemplateRows(collection, filter, list)
  const { total } = rows
  const { copy, copyTo, remove, rename } = useTemplateMutations()
  const restore = useRestore()
  const shelf = useShelf()
  const [, go] = useLocation()
  const { may } = usePermissions()
  const [naming, setNaming] = useState<Naming | null>(null)
  const [copying, setCopying] = useState<TemplateRow | null>(null)
  const sort = useSort<TemplateRow>({
    items: isOwn ? rows.items : [],
    page: { offset: (list.pageNo - 1) * list.pageSize, total, idAt: (at) => templateIdAt(api, collection.id, at) },
    send: ({ id, next }) => api.templates.order({ params: { id }, body: { next } }, { quiet: true }),
    reload: () => queries.invalidateQueries({ queryKey: templateKeys.lists() }, { throwOnError: true }),
  })
  const items = isOwn ? sort.items : (rows.items ?? [])
  const othersThan = (own: number) => collections.filter(({ id }) => id !== own)
  const batch = useBatch({
    source: searches ? 'found' : collection,
    otherCollections: searches ? collections : othersThan(collection.id),
    ...{ items, total, readAll: rows.readAll },
  })
  const orderRefusal = isOwn ? null : '清空筛选、用自定义顺序时才能排序'

  const copyOne = useOneAtATime(async (template: TemplateRow) => {
    // A failed request shows its own dialog.
    await copy.mutateAsync(template.id).then(
      () => toastSuccess(`操作成功：复制「${templateName(template)}」`),
      () => undefined,
    )
  })
  const copyToCollection = async (collectionId: number) => {
    if (copying === null) return
    await copyTo.mutateAsync({ id: copying.id, collectionId })
    toastSuccess(`已复制到「${collections.find((one) => one.id === collectionId)?.name ?? ''}」`)
  }
  const renameOne = ({ id, name }: TemplateRow) =>
    setNaming({
      title: '重命名模板',
      okText: '保存名称',
      label: '模板名称',
      placeholder: `不填则显示「${templateName({ id, name: '' })}」`,
      maxLength: textLimits.name,
      name,
      save: async (wanted) => {
        await rename.mutateAsync({ id, name: wanted })
        toastSuccess(`操作成功：名称改为「${templateName({ id, name: wanted })}」`)
      },
    })
  const deleteOne = useOneAtATime(async (template: TemplateRow) => {
    const used = await templateUseText(api, { kind: 'template', ids: [template.id], by: '删除' })
    const warning = `${used}买家将不能再选择这个模板。${restorableText}`
    if (!(await confirmDelete(templateName(template), warning, () => remove.mutateAsync(template.id)))) return
    batch.selection.remove([template.id])
    offerUndo('删除成功', () => restore('template', [template.id]))
  })
  const actionsOf = (template: TemplateRow, index: number): readonly TemplateAction[] => [
    { key: 'open', label: '编辑', run: () => onOpen(template.id, template.collectionId) },
    { key: 'rename', label: '重命名', run: () => renameOne(template) },
    {
      key: 'shelf',
      label: template.enabled ? '下架' : '上架',
      run: () => shelf.change({ id: template.id, enabled: !template.enabled }),
    },
    { key: 'copy', label: '复制', run: () => copyOne(template) },
    {
      key: 'copy-to',
      label: '复制到其他分组',
      refusal: collections.length > 1 ? null : '还没有其他分组',
      run: () => setCopying(template),
    },
    {
      key: 'names',
      label: '按名单定制',
      refusal: may(['orders']) ? null : '需要订单管理的权限',
      run: () => go(screens.names({ template: template.id })),
    },
    {
      key: 'top',
      label: '置顶',
      refusal: orderRefusal ?? (sort.offset + index > 0 ? null : '已经在最前'),
      run: () => sort.move(sort.offset + index, 0),
    },
    {
      key: 'back',
      label: '前移一位',
      refusal: orderRefusal ?? (index > 0 ? null : '已经是本页第一个'),
      run: () => sort.move(sort.offset + index, sort.offset + index - 1),
    },
    {
      key: 'on',
      label: '后移一位',
      refusal: orderRefusal ?? (index < items.length - 1 ? null : '已经是本页最后一个'),
      run: () => sort.move(sort.offset + index, sort.offset + index + 1),
    },
    { key: 'delete', label: '删除', danger: true, run: () => deleteOne(template) },
  ]

  const retry = () => void rows.refetch()
  // The key keeps the focus in its field while other content comes and goes.
  const filters = (
    <TemplateFilters key="filters" filter={filter} onChange={(change) => list.set(change, { replace: change.q !== undefined })} />
  )
  const clear = () => list.set({ q: null, shelf: null, mode: null, sort: null })
  if (isOwn && rows.isPending) {
    return (
      <>
        {filters}
        <CardSkeletons count={12} />
      </>
    )
  }
  if (rows.items === undefined && rows.isError) return <LoadError error={rows.error} onRetry={retry} retrying={rows.isFetching} />
  if (total === 0 && isOwn) {
    return (
      <>
        {filters}
        <EmptyState
          picture={<CasePicture />}
          title="这个分组还没有模板"
          text="模板是买家定制手机壳时可以直接选用的设计，上传一张图片就能开始。"
          action={
            <Space>
              <Button type="primary" onClick={() => onOpen('new', collection.id)}>
                新建模板
              </Button>
              <Button onClick={onStarters}>从示例模板开始</Button>
            </Space>
          }
        />
      </>
    )
  }
  return (
    <>
      {rows.isError && <RefreshError error={rows.error} onRetry={retry} retrying={rows.isFetching} />}
      <SortFailure sort={sort} />
      {filters}
      {batch.bar}
      {rows.items === undefined && <CardSkeletons count={12} />}
      {searches && rows.items !== undefined && total > 0 && (
        <p className="template-found numeric" role="status">
          在 {collections.length} 个分组里找到 {total} 个模板
        </p>
      )}
      {rows.items !== undefined && total === 0 && <NoMatch text={noMatchText(filter)} onClear={clear} />}
      <div className={rows.isStale ? 'is-stale' : ''}>
        <SortableGrid
          items={items}
          label={searches ? '找到的模板' : `「${collection.name}」的模板`}
          nameOf={templateName}
          offset={sort.offset}
          total={total}
          selection={batch.selection}
          moveRefusal={orderRefusal ?? (rows.isStale ? '正在换页' : null)}
          onMove={sort.move}
          renderItem={(template, handle, index, tick) => (
            <TemplateCard
              template={template}
              handle={handle}
              tick={tick}
              collection={searches ? collections.find(({ id }) => id === template.collectionId)?.name : undefined}
              actions={actionsOf(template, index)}
              onOpen={() => onOpen(template.id, template.collectionId)}
            />
          )}
        />
      </div>
      <NameDialog naming={naming} onClose={() => setNaming(null)} />
      <CopyDialog
        subject={copying && `「${templateName(copying)}」`}
        collections={othersThan(copying?.collectionId ?? collection.id)}
        copy={copyToCollection}
        onClose={() => setCopying(null)}
      />
      {batch.dialogs}
      <PageFooter
        query={list}
        pageSizes={pageSizes}
        total={total}
        unit="个模板"
        isTotalCurrent={rows.items !== undefined && !rows.isStale}
      />
    </>
  )
}
