import { useEffect, useRef, useState } from 'react'
import { randomHex } from '../../../contract/ground/hex'
import type { DesignAssetCollection, KnownDesignAsset } from '../../../contract/types'
import { useApi } from '../../api/services'
import type { PickedFile } from '../../base/picked-files'
import { useTaskStore } from '../../ui/tasks'
import { useLatest } from '../../ui/use-latest'
import type { AssetKind } from './asset-kinds'
import { inUploadOrder } from './pasted'
import { knownFiles, type PlannedUpload, planUpload, type UploadPlan, withoutKnown } from './upload-plan'

/** State of a selection of files before the first one is sent. */
export type Picking =
  | { readonly phase: 'idle' }
  | { readonly phase: 'checking'; readonly checked: number; readonly total: number }
  /** None of the picked files can be sent; `rows` is empty when a folder held no files. */
  | { readonly phase: 'refused'; readonly rows: readonly PlannedUpload[] }
  | { readonly phase: 'unreadable' }
  /** Some files are in the library already: the seller decides whether to send them again. */
  | { readonly phase: 'known'; readonly known: readonly KnownFile[]; readonly sendCount: number }

export interface KnownFile {
  readonly name: string
  readonly asset: KnownDesignAsset
}

export interface Upload {
  readonly picking: Picking
  /** Checks the files and starts sending the valid ones. */
  addFiles(files: readonly PickedFile[]): void
  /** Continues with the known files (`includeKnown`) or without them. */
  decideKnown(includeKnown: boolean): void
  /** To be called when a dropped folder could not be read. */
  reportUnreadable(): void
  /** Sends another file instead of one that failed. */
  replace(taskId: string, key: string, file: PickedFile): Promise<void>
  /** Discards the current selection of files. */
  reset(): void
}

/**
 * Takes picked files to a running upload task.
 *
 * @param onStarted called with the id of the task; the task goes on when the screen is closed.
 */
export function useUpload(kind: AssetKind, collection: DesignAssetCollection, onStarted: (taskId: string) => void): Upload {
  const api = useApi()
  const store = useTaskStore()
  const [picking, setPicking] = useState<Picking>({ phase: 'idle' })
  const planAbort = useRef<AbortController | null>(null)
  const pendingDecision = useRef<{ readonly plan: UploadPlan; readonly known: ReadonlyMap<string, KnownDesignAsset> } | null>(
    null,
  )
  const latestOnStarted = useLatest(onStarted)
  useEffect(() => () => planAbort.current?.abort(), [])
  const target = { type: kind.type, collectionId: collection.id }

  const planFiles = async (files: readonly PickedFile[], signal: AbortSignal) => {
    const onChecked = (checked: number, total: number) => setPicking({ phase: 'checking', checked, total })
    const plan = await planUpload(inUploadOrder(files), target, { batch: randomHex(), onChecked, signal })
    if (signal.aborted) return
    if (plan.sendCount === 0) return setPicking({ phase: 'refused', rows: plan.rows })
    // A failure of this check must not block the upload, which waits for the network by itself.
    const findKnown = (sums: string[]) => api.designAssets.known({ body: { type: kind.type, sums } }, { quiet: true, signal })
    const known = await knownFiles(plan, findKnown).catch(() => new Map<string, KnownDesignAsset>())
    if (signal.aborted) return
    if (known.size === 0) return send(plan)
    pendingDecision.current = { plan, known }
    const knownRows = plan.rows.flatMap(({ key, name }) => {
      const asset = known.get(key)
      return asset ? [{ name, asset }] : []
    })
    setPicking({ phase: 'known', known: knownRows, sendCount: plan.sendCount })
  }

  const send = ({ rows }: UploadPlan) => {
    setPicking({ phase: 'idle' })
    const title = `上传 ${rows.length} ${kind.counted}到「${collection.name}」`
    latestOnStarted(store.start({ kind: 'asset-upload', title, scope: `asset-upload:${collection.id}`, items: rows }))
  }

  return {
    picking,
    addFiles(files) {
      planAbort.current?.abort()
      const controller = new AbortController()
      planAbort.current = controller
      planFiles(files, controller.signal).catch((error: unknown) => {
        if (!controller.signal.aborted) throw error
      })
    },
    decideKnown(includeKnown) {
      const decision = pendingDecision.current
      pendingDecision.current = null
      if (decision === null) return
      send(includeKnown ? decision.plan : withoutKnown(decision.plan, decision.known))
    },
    reportUnreadable: () => setPicking({ phase: 'unreadable' }),
    async replace(taskId, key, file) {
      const { rows } = await planUpload([file], target, { batch: randomHex() })
      const [row] = rows
      if (row) store.replaceItem(taskId, key, { name: row.name, input: row.input })
    },
    reset() {
      planAbort.current?.abort()
      setPicking({ phase: 'idle' })
    },
  }
}
