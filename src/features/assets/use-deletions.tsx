import { Button } from '@arco-design/web-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { LooseDesignAsset } from '../../../contract/types'
import { assetKeys } from '../../api/queries/assets'
import { restorableText, useRestore } from '../../api/queries/trash'
import { useApi } from '../../api/services'
import type { Task } from '../../base/tasks/types'
import { confirm, confirmDelete } from '../../ui/confirm'
import { countOf, TaskProgress, TaskResults, useTaskStore, useTasks } from '../../ui/tasks'
import { offerUndo } from '../../ui/undo'
import { useLatest } from '../../ui/use-latest'
import type { Selection } from '../../ui/use-selection'
import { assetName } from './asset-facts'
import type { AssetKind } from './asset-kinds'

export interface Deletions {
  /** Asks for confirmation and deletes; resolves to true when the asset is deleted. */
  deleteOne(asset: LooseDesignAsset): Promise<boolean>
  /** Asks for confirmation and deletes the assets one after another by a task. */
  deleteMany(assets: readonly LooseDesignAsset[]): Promise<void>
  /** Progress and failures; null when there is nothing to show. */
  readonly report: ReactNode
}

const warning = `买家将不能再选择。${restorableText}`

/** Failed items first, so that few failures among hundreds need not be searched for. */
const failedFirst = (items: Task['items']): Task['items'] => [
  ...items.filter(({ state }) => state !== 'done'),
  ...items.filter(({ state }) => state === 'done'),
]

/** The list from which assets are deleted. */
export interface DeletionSource {
  /** Distinguishes its tasks from those of other lists. */
  readonly key: number | string
  /** 「夏日」 */
  readonly name: string
}

/**
 * Deletes assets of one collection or of a search. Deleted ones are unticked; failed ones stay ticked and can be retried alone.
 */
export function useDeletions(kind: AssetKind, source: DeletionSource, selection: Selection): Deletions {
  const api = useApi()
  const queries = useQueryClient()
  const store = useTaskStore()
  const restore = useRestore()
  const latestRestore = useLatest(restore)
  const scope = `asset-delete:${source.key}`
  const tasks = useTasks(scope)
  /** Ids of tasks that were seen running here: only their end is reported. */
  const watched = useRef(new Set<string>())

  useEffect(() => {
    for (const task of tasks) {
      const deletedItems = task.items.filter(({ key, state }) => state === 'done' && selection.ids.has(Number(key)))
      if (deletedItems.length > 0) selection.remove(deletedItems.map(({ key }) => Number(key)))
      if (task.state !== 'ended') watched.current.add(task.id)
      else if (watched.current.delete(task.id) && countOf(task).done === task.items.length) {
        store.dismiss(task.id)
        offerUndo('批量删除成功', () =>
          latestRestore(
            'asset',
            task.items.map(({ key }) => Number(key)),
          ),
        )
      }
    }
  }, [tasks, selection, store])

  const deleteOne = async (asset: LooseDesignAsset) => {
    const isDeleted = await confirmDelete(assetName(asset), warning, async () => {
      await api.designAssets.remove({ params: { id: asset.id } })
      await queries.invalidateQueries({ queryKey: assetKeys.all })
    })
    if (isDeleted) {
      selection.remove([asset.id])
      offerUndo('删除成功', () => latestRestore('asset', [asset.id]))
    }
    return isDeleted
  }

  const deleteMany = async (assets: readonly LooseDesignAsset[]) => {
    const [only] = assets
    if (only && assets.length === 1) return void (await deleteOne(only))
    const countText = `${assets.length} ${kind.counted}`
    const confirmed = await confirm({
      title: `删除选中的 ${countText}？`,
      content: warning,
      okText: `删除 ${countText}`,
      danger: true,
    })
    if (!confirmed) return
    store.start({
      kind: 'asset-delete',
      title: `删除${source.name}里的 ${countText}`,
      scope,
      items: assets.map((asset) => ({ key: String(asset.id), name: assetName(asset), input: { id: asset.id } })),
    })
  }

  const shown = tasks.filter((task) => task.state !== 'ended' || countOf(task).done < task.items.length)
  const report = shown.map((task) => (
    <section key={task.id} className="assets-report" aria-label={task.title}>
      <div className="assets-report-head">
        <strong>{task.title}</strong>
        {task.state === 'ended' && (
          <Button size="small" type="text" onClick={() => store.dismiss(task.id)}>
            知道了
          </Button>
        )}
      </div>
      {task.state === 'ended' ? <TaskResults task={{ ...task, items: failedFirst(task.items) }} /> : <TaskProgress task={task} />}
    </section>
  ))
  return { deleteOne, deleteMany, report: shown.length === 0 ? null : report }
}
