import { Button, Skeleton, Space } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TemplateCollection } from '../../../contract/types'
import { templateCollectionsQuery, templateUseText } from '../../api/queries/templates'
import { restorableText, useRestore } from '../../api/queries/trash'
import { useApi } from '../../api/services'
import { screens } from '../../base/paths'
import { confirmDelete } from '../../ui/confirm'
import { EmptyState } from '../../ui/empty'
import { LoadError, RefreshError } from '../../ui/failure-view'
import { lazyDialog } from '../../ui/lazy-dialog'
import { lazyScreen } from '../../ui/lazy-screen'
import { Page } from '../../ui/page'
import { TabBar } from '../../ui/tab-bar'
import { offerUndo } from '../../ui/undo'
import { useDialog } from '../../ui/use-dialog'
import { useListQuery } from '../../ui/use-list-query'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { useEverTrue } from '../../ui/use-value-while-closing'
import { CasePicture } from './case-picture'
import { CollectionActions } from './collection-actions'
import { CollectionForm } from './collection-form'
import { CollectionOrder } from './collection-order'
import { useCollectionMutations } from './mutations'
import { pageSizes, shownCollection } from './shown-page'
import { CardSkeletons } from './template-card'
import { TemplateGrid } from './template-grid'
import { TipsBanner } from './tips-banner'

const StartersDialog = lazyDialog('从示例模板开始', () => import('./starters/starters-dialog'))
/** The import of PSD files, loaded when it is first opened. */
const PsdImport = lazyScreen(() => import('../../template-tools/psd/ui/template-import-wizard'))

interface TemplateScreenProps {
  /** Opens the designer with a template of the collection, or with a new one. */
  readonly onOpen: (design: 'new' | number, collectionId: number) => void
}

/** 模板管理: a tab per collection with its templates. */
export default function TemplateScreen({ onOpen }: TemplateScreenProps) {
  const api = useApi()
  const list = useListQuery(screens.templates, pageSizes)
  const read = useQuery(templateCollectionsQuery(api))
  const { remove } = useCollectionMutations()
  const restore = useRestore()
  const [form, setForm] = useState<TemplateCollection | 'new' | null>(null)
  const [ordering, setOrdering] = useState(false)
  const collections = read.data ?? []
  const current = shownCollection(collections, list.get)

  const deleteCurrent = useOneAtATime(async () => {
    if (!current) return
    const used = await templateUseText(api, { kind: 'collection', ids: [current.id], by: '删除' })
    const warning = `${used}分组里的模板会一起删除。${restorableText}`
    if (!(await confirmDelete(current.name, warning, () => remove.mutateAsync(current.id)))) return
    offerUndo('删除成功', () => restore('templateCollection', [current.id]))
    list.set({ collection: null }, { replace: true })
  })
  const orderCollections = () => {
    // An address without a collection means the first one; sorting may change which that is, so write the current one there.
    if (current && list.get('collection') === '') list.set({ collection: current.id, page: list.pageNo }, { replace: true })
    setOrdering(true)
  }
  const dialog = useDialog(screens.templates)
  const importing = dialog.name === 'psd'
  const importer = useEverTrue(importing)
  const retry = () => void read.refetch()

  const content = () => {
    if (read.isPending) {
      return (
        <>
          <Skeleton className="tabs-skeleton" animation text={{ rows: 1, width: ['320px'] }} />
          <CardSkeletons count={12} />
        </>
      )
    }
    if (read.data === undefined) {
      return <LoadError error={read.error} onRetry={retry} retrying={read.isFetching} />
    }
    if (!current) {
      return (
        <EmptyState
          picture={<CasePicture />}
          title="先建一个模板分组"
          text="分组把模板按主题或系列排在一起，买家按分组挑选。"
          action={
            <Space>
              <Button type="primary" onClick={() => dialog.open('starters')}>
                从示例模板开始
              </Button>
              <Button onClick={() => setForm('new')}>新建分组</Button>
            </Space>
          }
        />
      )
    }
    return (
      <>
        {read.isError && <RefreshError error={read.error} onRetry={retry} retrying={read.isFetching} />}
        <TabBar
          label="模板分组"
          tabs={collections.map((collection) => ({ key: String(collection.id), label: collection.name }))}
          active={String(current.id)}
          onChange={(collection) => list.set({ collection })}
        >
          <TemplateGrid
            key={current.id}
            collection={current}
            collections={collections}
            onOpen={onOpen}
            onStarters={() => dialog.open('starters')}
          />
        </TabBar>
      </>
    )
  }

  return (
    <Page
      title="模板管理"
      primary={
        current && (
          <Button type="primary" icon={<IconPlus />} onClick={() => onOpen('new', current.id)}>
            新建模板
          </Button>
        )
      }
      actions={
        current && (
          <CollectionActions
            onImport={() => dialog.open('psd')}
            onAdd={() => setForm('new')}
            onRename={() => setForm(current)}
            onOrder={collections.length > 1 ? orderCollections : undefined}
            onDelete={deleteCurrent}
          />
        )
      }
    >
      <TipsBanner />
      {content()}
      <CollectionForm
        target={form}
        collections={collections}
        onClose={() => setForm(null)}
        onSaved={(saved) => list.set({ collection: saved.id })}
      />
      {importer && current && (
        <PsdImport
          open={importing}
          collectionId={current.id}
          onClose={dialog.close}
          onShow={(collection) => list.set({ collection, dialog: null }, { replace: true })}
        />
      )}
      <StartersDialog
        // Before the groups are there it is not known whether one has to be made.
        visible={dialog.name === 'starters' && read.data !== undefined}
        collectionId={current?.id ?? null}
        onClose={dialog.close}
        onAdded={(collection) => list.set({ collection, dialog: null }, { replace: true })}
      />
      <CollectionOrder collections={collections} visible={ordering} onClose={() => setOrdering(false)} />
    </Page>
  )
}
