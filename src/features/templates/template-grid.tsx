import { Button } from '@arco-design/web-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { templateName } from '../../../contract/rules/case-names'
import { textLimits } from '../../../contract/rules/limits'
import type { TemplateCollection, TemplateRow } from '../../../contract/types'
import { templateKeys, templateListQuery, templateUseText } from '../../api/queries/templates'
import { restorableText, useRestore } from '../../api/queries/trash'
import { type Api, useApi } from '../../api/services'
import { screens } from '../../base/paths'
import { confirmDelete } from '../../ui/confirm'
import { EmptyState } from '../../ui/empty'
import { LoadError, RefreshError } from '../../ui/failure-view'
import { PageFooter } from '../../ui/page-footer'
import { SortFailure } from '../../ui/sort-failure'
import { SortableGrid } from '../../ui/sortable-grid'
import { toastSuccess } from '../../ui/toast'
import { offerUndo } from '../../ui/undo'
import { useListQuery } from '../../ui/use-list-query'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { useSort } from '../../ui/use-sort'
import { useBatch } from './batch/use-batch'
import { CasePicture } from './case-picture'
import { CopyDialog } from './copy-dialog'
import { useTemplateMutations } from './mutations'
import { NameDialog, type Naming } from './name-dialog'
import { pageSizes } from './shown-page'
import { CardSkeletons, type TemplateAction, TemplateCard } from './template-card'

/** Longest name that the server accepts, characters. */

/** Id of the template at an index of the whole collection, from 0; null past its end. */
async function templateIdAt(api: Api, collectionId: number, index: number): Promise<number | null> {
  const { items } = await api.templates.list(
    { query: { collectionId, pageNo: index + 1, pageSize: 1 } },
    { quiet: true, again: true },
  )
  return items[0]?.id ?? null
}

interface TemplateGridProps {
  readonly collection: TemplateCollection
  /** Collections to which a template can be copied. */
  readonly otherCollections: readonly TemplateCollection[]
  readonly onOpen: (design: 'new' | number) => void
}

/** Shows the templates of one collection, a page at a time. */
export function TemplateGrid({ collection, otherCollections, onOpen }: TemplateGridProps) {
  const api = useApi()
  const queries = useQueryClient()
  const list = useListQuery(screens.templates, pageSizes)
  const query = templateListQuery(api, { collectionId: collection.id, pageNo: list.pageNo, pageSize: list.pageSize })
  const rows = useQuery(query)
  const { copy, copyTo, remove, rename } = useTemplateMutations()
  const restore = useRestore()
  const [naming, setNaming] = useState<Naming | null>(null)
  const [copying, setCopying] = useState<TemplateRow | null>(null)
  const total = rows.data?.totalItems ?? 0
  const sort = useSort<TemplateRow>({
    items: rows.data?.items,
    page: { offset: (list.pageNo - 1) * list.pageSize, total, idAt: (at) => templateIdAt(api, collection.id, at) },
    send: ({ id, next }) => api.templates.order({ params: { id }, body: { next } }, { quiet: true }),
    reload: () => queries.invalidateQueries({ queryKey: templateKeys.lists() }, { throwOnError: true }),
  })
  const { items } = sort
  const batch = useBatch({ collection, otherCollections, items, total })

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
    toastSuccess(`已复制到「${otherCollections.find((collection) => collection.id === collectionId)?.name ?? ''}」`)
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
    { key: 'open', label: '编辑', run: () => onOpen(template.id) },
    { key: 'rename', label: '重命名', run: () => renameOne(template) },
    { key: 'copy', label: '复制', run: () => copyOne(template) },
    {
      key: 'copy-to',
      label: '复制到其他分组',
      refusal: otherCollections.length > 0 ? null : '还没有其他分组',
      run: () => setCopying(template),
    },
    {
      key: 'top',
      label: '置顶',
      refusal: sort.offset + index > 0 ? null : '已经在最前',
      run: () => sort.move(sort.offset + index, 0),
    },
    {
      key: 'back',
      label: '前移一位',
      refusal: index > 0 ? null : '已经是本页第一个',
      run: () => sort.move(sort.offset + index, sort.offset + index - 1),
    },
    {
      key: 'on',
      label: '后移一位',
      refusal: index < items.length - 1 ? null : '已经是本页最后一个',
      run: () => sort.move(sort.offset + index, sort.offset + index + 1),
    },
    { key: 'delete', label: '删除', danger: true, run: () => deleteOne(template) },
  ]

  const retry = () => void rows.refetch()
  if (rows.isPending) return <CardSkeletons count={12} />
  if (rows.data === undefined) return <LoadError error={rows.error} onRetry={retry} retrying={rows.isFetching} />
  if (total === 0) {
    return (
      <EmptyState
        picture={<CasePicture />}
        title="这个分组还没有模板"
        text="模板是买家定制手机壳时可以直接选用的设计，上传一张图片就能开始。"
        action={
          <Button type="primary" onClick={() => onOpen('new')}>
            新建模板
          </Button>
        }
      />
    )
  }
  return (
    <>
      {rows.isError && <RefreshError error={rows.error} onRetry={retry} retrying={rows.isFetching} />}
      <SortFailure sort={sort} />
      {batch.bar}
      <div className={rows.isPlaceholderData ? 'is-stale' : ''}>
        <SortableGrid
          items={items}
          label={`「${collection.name}」的模板`}
          nameOf={templateName}
          offset={sort.offset}
          total={total}
          selection={batch.selection}
          moveRefusal={rows.isPlaceholderData ? '正在换页' : null}
          onMove={sort.move}
          renderItem={(template, handle, index, tick) => (
            <TemplateCard
              template={template}
              handle={handle}
              tick={tick}
              actions={actionsOf(template, index)}
              onOpen={() => onOpen(template.id)}
            />
          )}
        />
      </div>
      <NameDialog naming={naming} onClose={() => setNaming(null)} />
      <CopyDialog
        subject={copying && `「${templateName(copying)}」`}
        collections={otherCollections}
        copy={copyToCollection}
        onClose={() => setCopying(null)}
      />
      {batch.dialogs}
      <PageFooter query={list} pageSizes={pageSizes} total={total} unit="个模板" isTotalCurrent={!rows.isPlaceholderData} />
    </>
  )
}
