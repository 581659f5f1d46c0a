import { useEffect, useRef, useState } from 'react'
import type { DesignAssetCollection, KnownDesignAsset } from '../../../contract/types'
import { useApi } from '../../api/services'
import type { PickedFile } from '../../base/picked-files'
import { useTaskStore } from '../../ui/tasks'
import { useLatest } from '../../ui/use-latest'
import type { AssetKind } from './asset-kinds'
import { inUploadOrder } from './pasted'
import { knownFiles, type PlannedUpload, planUpload, type UploadPlan, withoutKnown } from './upload-plan'

/** Before the first file is sent. */
export type Picking =
  | { readonly phase: 'idle' }
  | { readonly phase: 'checking'; readonly checked: number; readonly total: number }
  /** Nothing of what was picked can be sent; an empty list: nothing was in it at all. */
  | { readonly phase: 'refused'; readonly rows: readonly PlannedUpload[] }
  | { readonly phase: 'unreadable' }
  /** Some are in the library already: the seller says what becomes of them. */
  | { readonly phase: 'known'; readonly known: readonly KnownFile[]; readonly sending: number }

export interface KnownFile {
  readonly name: string
  readonly asset: KnownDesignAsset
}

export interface Upload {
  readonly picking: Picking
  /** Looks at the files and starts sending those that can be sent. */
  take(files: readonly PickedFile[]): void
  /** Goes on with files that are in the library already, or without them. */
  decide(again: boolean): void
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
  const api = useApi()
  const store = useTaskStore()
  const [picking, setPicking] = useState<Picking>({ phase: 'idle' })
  const looking = useRef<AbortController | null>(null)
  const undecided = useRef<{ readonly plan: UploadPlan; readonly known: ReadonlyMap<string, KnownDesignAsset> } | null>(null)
  const started = useLatest(onStarted)
  useEffect(() => () => looking.current?.abort(), [])
  const target = { type: kind.type, collectionId: collection.id }

  const look = async (files: readonly PickedFile[], signal: AbortSignal) => {
    const onChecked = (checked: number, total: number) => setPicking({ phase: 'checking', checked, total })
    const plan = await planUpload(inUploadOrder(files), target, { batch: newBatch(), onChecked, signal })
    if (signal.aborted) return
    if (plan.sending === 0) return setPicking({ phase: 'refused', rows: plan.rows })
    // An upload waits for the network by itself; not knowing what is there must not hold it up.
    const ask = (sums: string[]) => api.designAssets.known({ body: { type: kind.type, sums } }, { quiet: true, signal })
    const known = await knownFiles(plan, ask).catch(() => new Map<string, KnownDesignAsset>())
    if (signal.aborted) return
    if (known.size === 0) return send(plan)
    undecided.current = { plan, known }
    const named = plan.rows.flatMap(({ key, name }) => {
      const asset = known.get(key)
      return asset ? [{ name, asset }] : []
    })
    setPicking({ phase: 'known', known: named, sending: plan.sending })
  }

  const send = ({ rows }: UploadPlan) => {
    setPicking({ phase: 'idle' })
    const title = `上传 ${rows.length} ${kind.counted}到「${collection.name}」`
    started(store.start({ kind: 'asset-upload', title, scope: `asset-upload:${collection.id}`, items: rows }))
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
    decide(again) {
      const asked = undecided.current
      undecided.current = null
      if (asked === null) return
      send(again ? asked.plan : withoutKnown(asked.plan, asked.known))
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
