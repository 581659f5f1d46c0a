/** Task that moves assets to another collection, one after another to keep their order: the API has no call for many. */
import type { QueryClient } from '@tanstack/react-query'
import { InvalidError, NotFoundError } from '../../../contract/call-errors'
import { assetKeys } from '../../api/queries/assets'
import type { Api } from '../../api/services'
import type { TaskKind } from '../../base/tasks/types'

export const assetMoveKind = 'asset-move'

export interface AssetMove {
  readonly id: number
  readonly collectionId: number
  /** Id of the asset before which an undo puts it back; null for the end. */
  readonly next?: number | null
  /** Origin of the asset, for 撤销; absent in a task that is itself an undo. */
  readonly from?: { readonly collectionId: number; readonly next: number | null | undefined }
}

/** Id of the asset in the new collection: another asset when that collection already had the same file. */
export interface AssetMoved {
  readonly assetId: number
}

interface Services {
  readonly api: Pick<Api, 'designAssets'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}

const assetMove: TaskKind<AssetMove, AssetMoved, Services> = {
  kind: assetMoveKind,
  concurrency: 1,
  async run({ id, collectionId, next }, { signal }, { api }) {
    const options = { quiet: true, signal } as const
    try {
      const moved = await api.designAssets.update({ params: { id }, body: { collectionId } }, options)
      if (next !== undefined && next !== null) await putBefore(api, id, next, options)
      return { assetId: moved.id }
    } catch (error) {
      if (error instanceof NotFoundError) throw new Error('这张图片已被删除，刷新后再看', { cause: error })
      throw error
    }
  },
  onEnded: (_, { queries }) => void queries.invalidateQueries({ queryKey: assetKeys.all }),
}

/** Puts the asset before its former neighbour; when that was deleted meanwhile, it stays last. */
async function putBefore(
  api: Services['api'],
  id: number,
  next: number,
  options: { readonly quiet: true; readonly signal: AbortSignal },
): Promise<void> {
  try {
    await api.designAssets.order({ params: { id }, body: { next } }, options)
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error
  }
}

export default assetMove
