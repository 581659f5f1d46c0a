/** Task that uploads pictures into a collection: six at a time, added in the order in which they were picked. */
import type { QueryClient } from '@tanstack/react-query'
import type { Platform } from '../../../adapters/platform'
import { InvalidError } from '../../../contract/call-errors'
import { fileKind } from '../../../contract/constants'
import { assetKeys } from '../../api/queries/assets'
import type { Api } from '../../api/services'
import type { ItemContext, TaskKind } from '../../base/tasks/types'
import { createOrderedCompletion } from './ordered-completion'
import type { AssetUpload } from './upload-plan'

/** Services that the app passes to tasks. */
export interface AssetTaskServices {
  readonly api: Pick<Api, 'designAssets'>
  readonly platform: Pick<Platform, 'uploadFile'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}

/** Result of one picture; `same` names the picture of this selection, or of `collection`, that it duplicates. */
export type AssetUploaded =
  | { readonly assetId: number; readonly notes?: readonly string[] }
  | { readonly same: string; readonly collection?: string }

export const concurrentUploads = 6
/** Interval in ms at which the gallery is reloaded while an upload runs. */
const refreshEveryMs = 2000

const orderedCompletion = createOrderedCompletion()
let refreshedAt = 0

type SendInput = Extract<AssetUpload, { what: 'send' }>

/** The file id checkpointed by the last attempt; null for any other value. */
const checkpointedFileId = (saved: unknown): number | null =>
  typeof saved === 'object' && saved !== null && 'fileId' in saved && typeof saved.fileId === 'number' ? saved.fileId : null

/** True if the server deleted the file of an earlier attempt: it deletes files that belong to nothing after some days. */
const fileIsGone = (error: unknown): boolean =>
  error instanceof InvalidError && error.issues.some(({ path }) => path.endsWith('fileId'))

interface SentPicture {
  readonly fileId: number
  /** Notes for the seller about it. */
  readonly notes?: readonly string[] | undefined
}

async function sendPicture(
  { name, file }: SendInput,
  context: ItemContext,
  { platform }: AssetTaskServices,
): Promise<SentPicture> {
  const { signal } = context
  const { fileId, notes } = await platform.uploadFile({ name, blob: file }, fileKind.designAsset, {
    signal,
    onProgress: ({ loaded, total = file.size }) => context.progress(loaded, total),
  })
  // Checkpoint before the asset is made: a retry after a reload uses this file and uploads nothing again.
  await context.checkpoint({ fileId })
  return { fileId, notes }
}

async function addPicture(input: SendInput, context: ItemContext, services: AssetTaskServices): Promise<AssetUploaded> {
  const { type, collectionId, batch, place: index, sha256 } = input
  const { signal } = context
  const turn = orderedCompletion.enter(batch, index)
  const add = async ({ fileId, notes }: SentPicture): Promise<AssetUploaded> => {
    await turn.waitForTurn(signal)
    const body = { type, collectionId, fileId, ...(sha256 !== undefined && { sha256 }) }
    const { id } = await services.api.designAssets.create({ body }, { quiet: true, signal })
    return { assetId: id, ...(notes && { notes }) }
  }
  try {
    const earlierFileId = checkpointedFileId(context.saved)
    if (earlierFileId === null) return await add(await sendPicture(input, context, services))
    try {
      return await add({ fileId: earlierFileId })
    } catch (error) {
      if (!fileIsGone(error)) throw error
      return await add(await sendPicture(input, context, services))
    }
  } finally {
    turn.done()
  }
}

function refreshAssets({ queries }: AssetTaskServices): void {
  void queries.invalidateQueries({ queryKey: assetKeys.all })
}

const assetUpload: TaskKind<AssetUpload, AssetUploaded, AssetTaskServices> = {
  kind: 'asset-upload',
  concurrency: concurrentUploads,
  async run(input, context, services) {
    if (input.what === 'refused') throw new Error(input.reason)
    if (input.what === 'same') return { same: input.as, ...(input.collection !== undefined && { collection: input.collection }) }
    const added = await addPicture(input, context, services)
    if (Date.now() - refreshedAt > refreshEveryMs) {
      refreshedAt = Date.now()
      refreshAssets(services)
    }
    return added
  },
  onEnded: (_, services) => refreshAssets(services),
}

export default assetUpload
