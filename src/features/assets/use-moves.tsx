import { Form, Select } from '@arco-design/web-react'
import { type ReactNode, useState } from 'react'
import type { DesignAssetCollection, LooseDesignAsset } from '../../../contract/types'
import type { NewTask, Task, TaskItem } from '../../base/tasks/types'
import { FormDialog } from '../../ui/form-dialog'
import { TaskReport } from '../../ui/task-report'
import { useTaskStore } from '../../ui/tasks'
import { useOptionFilter } from '../../ui/use-option-filter'
import { assetName } from './asset-facts'
import type { AssetKind } from './asset-kinds'
import { type AssetMove, type AssetMoved, assetMoveKind } from './asset-move-task'

export interface Moves {
  /** Asks for the collection, then moves the assets. */
  openDialog(assets: readonly LooseDesignAsset[]): void
  moveTo(assets: readonly LooseDesignAsset[], collectionId: number): void
  /** The dialog, and the progress of a move. */
  readonly elements: ReactNode
}

const nextOf = (asset: LooseDesignAsset): number | null | undefined =>
  'next' in asset && (typeof asset.next === 'number' || asset.next === null) ? asset.next : undefined

/** The task that undoes a move, last asset first, so that each finds its former neighbour. */
function undoTask(task: Task): NewTask<AssetMove> | null {
  if (task.kind !== assetMoveKind) return null
  const items = (task.items as readonly TaskItem<AssetMove, AssetMoved>[])
    .flatMap(({ key, name, state, input, result }) => {
      const { id, from } = input
      if (state !== 'done' || from === undefined || result?.assetId !== id) return []
      const { collectionId, next } = from
      return [{ key, name, input: { id, collectionId, ...(next !== undefined && { next }) } }]
    })
    .reverse()
  return items.length === 0
    ? null
    : { kind: assetMoveKind, title: `把 ${items.length} 张图片移回原来的分组`, scope: task.scope, items }
}

/** Moves assets to another collection, chosen in a dialog or by dropping them on it; a move can be undone. */
export function useMoves(
  kind: AssetKind,
  collections: readonly DesignAssetCollection[],
  onMoved: (ids: readonly number[]) => void,
): Moves {
  const store = useTaskStore()
  const filterOption = useOptionFilter()
  const [assetsToMove, setAssetsToMove] = useState<readonly LooseDesignAsset[] | null>(null)
  const scope = `asset-move:${kind.key}`
  const moveTo = (assets: readonly LooseDesignAsset[], collectionId: number) => {
    const collection = collections.find(({ id }) => id === collectionId)
    const moving = assets.filter((asset) => asset.collectionId !== collectionId)
    if (!collection || moving.length === 0) return
    store.start<AssetMove>({
      kind: assetMoveKind,
      title: `移动 ${moving.length} ${kind.counted}到「${collection.name}」`,
      scope,
      items: moving.map((asset) => ({
        key: String(asset.id),
        name: assetName(asset),
        input: { id: asset.id, collectionId, from: { collectionId: asset.collectionId, next: nextOf(asset) } },
      })),
    })
    onMoved(moving.map(({ id }) => id))
  }
  const [only] = assetsToMove ?? []
  const subject = assetsToMove?.length === 1 && only ? `「${assetName(only)}」` : `${assetsToMove?.length ?? 0} ${kind.counted}`
  const sources = new Set(assetsToMove?.map(({ collectionId }) => collectionId))
  const targets = collections.filter(({ id }) => !(sources.size === 1 && sources.has(id)))
  const elements = (
    <>
      <TaskReport
        scope={scope}
        success={(task) => `已${task.title}`}
        undo={(task) => {
          const undo = undoTask(task)
          return undo && (() => store.start(undo))
        }}
      />
      <FormDialog<{ collectionId: number }>
        visible={assetsToMove !== null}
        title={`把${subject}移到其他分组`}
        okText="移到这个分组"
        initialValues={{}}
        fields={['collectionId']}
        save={async ({ collectionId }) => moveTo(assetsToMove ?? [], collectionId)}
        onClose={() => setAssetsToMove(null)}
        width={420}
      >
        {() => (
          <Form.Item label="分组" field="collectionId" rules={[{ required: true, message: '请选择分组' }]}>
            <Select
              aria-label="分组"
              placeholder={targets.length === 0 ? '还没有其他分组，请先新建' : '请选择分组'}
              showSearch
              filterOption={filterOption}
              options={targets.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Form.Item>
        )}
      </FormDialog>
    </>
  )
  return { openDialog: setAssetsToMove, moveTo, elements }
}
