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
  one(asset: LooseDesignAsset): Promise<boolean>
  /** Asks for confirmation and deletes the assets one after another by a task. */
  many(assets: readonly LooseDesignAsset[]): Promise<void>
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
export function useDeletions(kind: AssetKind, place: DeletionSource, selection: Selection): Deletions {
  const api = useApi()
  const queries = useQueryClient()
  const store = useTaskStore()
  const restore = useRestore()
  const back = useLatest(restore)
  const scope = `asset-delete:${place.key}`
  const tasks = useTasks(scope)
  /** Ids of tasks that were seen running here: only their end is reported. */
  const watched = useRef(new Set<string>())

  useEffect(() => {
    for (const task of tasks) {
      const gone = task.items.filter(({ key, state }) => state === 'done' && selection.ids.has(Number(key)))
      if (gone.length > 0) selection.remove(gone.map(({ key }) => Number(key)))
      if (task.state !== 'ended') watched.current.add(task.id)
      else if (watched.current.delete(task.id) && countOf(task).done === task.items.length) {
        store.dismiss(task.id)
        offerUndo('批量删除成功', () =>
          back(
            'asset',
            task.items.map(({ key }) => Number(key)),
          ),
        )
      }
    }
  }, [tasks, selection, store])

  const one = async (asset: LooseDesignAsset) => {
    const gone = await confirmDelete(assetName(asset), warning, async () => {
      await api.designAssets.remove({ params: { id: asset.id } })
      await queries.invalidateQueries({ queryKey: assetKeys.all })
    })
    if (gone) {
      selection.remove([asset.id])
      offerUndo('删除成功', () => back('asset', [asset.id]))
    }
    return gone
  }

  const many = async (assets: readonly LooseDesignAsset[]) => {
    const [only] = assets
    if (only && assets.length === 1) return void (await one(only))
    const what = `${assets.length} ${kind.counted}`
    const sure = await confirm({ title: `删除选中的 ${what}？`, content: warning, okText: `删除 ${what}`, danger: true })
    if (!sure) return
    store.start({
      kind: 'asset-delete',
      title: `删除${place.name}里的 ${what}`,
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
  return { one, many, report: shown.length === 0 ? null : report }
}
