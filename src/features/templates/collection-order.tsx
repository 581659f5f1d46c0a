import { IconDragDotVertical } from '@arco-design/web-react/icon'
import { verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useQueryClient } from '@tanstack/react-query'
import type { TemplateCollection } from '../../../contract/types'
import { templateKeys } from '../../api/queries/templates'
import { useApi } from '../../api/services'
import { Modal } from '../../ui/modal'
import { SortArea, useSortItem } from '../../ui/sort-area'
import { SortFailure } from '../../ui/sort-failure'
import { useSort } from '../../ui/use-sort'

function CollectionRow({ collection }: { readonly collection: TemplateCollection }) {
  const { ref, style, isDragging, handle } = useSortItem(collection.id, collection.name)
  return (
    <li ref={ref} style={style} className={isDragging ? 'templates-group is-dragging' : 'templates-group'}>
      <button type="button" className="templates-group-handle" {...handle}>
        <IconDragDotVertical />
      </button>
      <span className="templates-group-name" title={collection.name}>
        {collection.name}
      </span>
    </li>
  )
}

interface CollectionOrderProps {
  readonly collections: readonly TemplateCollection[]
  readonly visible: boolean
  readonly onClose: () => void
}

/** 分组排序: each move is sent at once, so there is nothing to confirm. */
export function CollectionOrder({ collections, visible, onClose }: CollectionOrderProps) {
  const api = useApi()
  const queries = useQueryClient()
  const sort = useSort<TemplateCollection>({
    items: collections,
    send: ({ id, next }) => api.templateCollections.order({ params: { id }, body: { next } }, { quiet: true }),
    reload: () => queries.invalidateQueries({ queryKey: templateKeys.collections() }, { throwOnError: true }),
  })
  const names = new Map(collections.map((collection) => [collection.id, collection.name]))
  return (
    <Modal
      visible={visible}
      title="分组排序"
      footer={null}
      onCancel={onClose}
      afterClose={sort.clearProblem}
      style={{ width: 440, maxWidth: 'calc(100vw - 32px)' }}
    >
      <SortFailure sort={sort} />
      <p className="templates-order-hint">拖动或点击左边的手柄排序，买家看到的分组也按这个顺序。</p>
      <SortArea
        ids={sort.items.map((collection) => collection.id)}
        nameOf={(id) => names.get(id) ?? ''}
        offset={0}
        total={collections.length}
        strategy={verticalListSortingStrategy}
        refusal={null}
        onMove={sort.move}
      >
        <ul className="templates-groups" aria-label="模板分组的顺序">
          {sort.items.map((collection) => (
            <CollectionRow key={collection.id} collection={collection} />
          ))}
        </ul>
      </SortArea>
    </Modal>
  )
}
