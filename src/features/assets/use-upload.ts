import { useEffect, useRef, useState } from 'react'
import type { DesignAssetCollection } from '../../../contract/types'
import type { PickedFile } from '../../base/picked-files'
import { useTaskStore } from '../../ui/tasks'
import type { AssetKind } from './asset-kinds'
import { inUploadOrder } from './pasted'
import { type PlannedUpload, planUpload } from './upload-plan'

/** Before the first file is sent. */
export type Picking =
  | { readonly phase: 'idle' }
  | { readonly phase: 'checking'; readonly checked: number; readonly total: number }
  /** Nothing of what was picked can be sent; an empty list: nothing was in it at all. */
  | { readonly phase: 'refused'; readonly rows: readonly PlannedUpload[] }
  | { readonly phase: 'unreadable' }

export interface Upload {
  readonly picking: Picking
  /** Looks at the files and starts sending those that can be sent. */
  take(files: readonly PickedFile[]): void
  /** A dropped folder could not be read. */
  unreadable(): void
  /** Another file in the place of one that failed. */
  replace(taskId: string, key: string, file: PickedFile): Promise<void>
  /** Forgets what was picked before. */
  reset(): void
}

/** Unlike any other, also where randomUUID is missing (http). */
const newBatch = () =>
  [...crypto.getRandomValues(new Uint32Array(2))].reduce((text, part) => text + part.toString(36), `${Date.now().toString(36)}-`)

/**
 * From files to a running task.
 *
 * @param onStarted the task that sends them; it goes on whatever becomes of the screen.
 */
export function useUpload(kind: AssetKind, collection: DesignAssetCollection, onStarted: (taskId: string) => void): Upload {
  const store = useTaskStore()
  const [picking, setPicking] = useState<Picking>({ phase: 'idle' })
  const looking = useRef<AbortController | null>(null)
  const started = useRef(onStarted)
  started.current = onStarted
  useEffect(() => () => looking.current?.abort(), [])
  const target = { type: kind.type, collectionId: collection.id }

  const look = async (files: readonly PickedFile[], signal: AbortSignal) => {
    const onChecked = (checked: number, total: number) => setPicking({ phase: 'checking', checked, total })
    const { rows, sending } = await planUpload(inUploadOrder(files), target, { batch: newBatch(), onChecked, signal })
    if (signal.aborted) return
    if (sending === 0) return setPicking({ phase: 'refused', rows })
    setPicking({ phase: 'idle' })
    const title = `上传 ${rows.length} ${kind.counted}到「${collection.name}」`
    started.current(store.start({ kind: 'asset-upload', title, scope: `asset-upload:${collection.id}`, items: rows }))
  }

  return {
    picking,
    take(files) {
      looking.current?.abort()
      const controller = new AbortController()
      looking.current = controller
      look(files, controller.signal).catch((error: unknown) => {
        if (!controller.signal.aborted) throw error
      })
    },
    unreadable: () => setPicking({ phase: 'unreadable' }),
    async replace(taskId, key, file) {
      const { rows } = await planUpload([file], target, { batch: newBatch() })
      const [row] = rows
      if (row) store.replaceItem(taskId, key, { name: row.name, input: row.input })
    },
    reset() {
      looking.current?.abort()
      setPicking({ phase: 'idle' })
    },
  }
}
