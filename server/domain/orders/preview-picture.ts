/** Finds the picture of a preview's address, for anybody who knows the address. */
import type { Deps } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { isPreview, previewedId } from './pay-wall'
import { readPicture } from './picture-bytes'

export interface PreviewedPicture {
  readonly accountId: number
  /** Key of our own file; null for a picture on another host. */
  readonly storageKey: string | null
  /** Reads the stored customized image. Rejects with a Failure when it cannot be read. */
  read(): Promise<Buffer>
}

/** Rejects with 'not-found' for a name that was never issued, a replaced picture, and a deleted customization. */
export async function openPreviewedPicture(deps: Deps, name: string): Promise<PreviewedPicture> {
  const id = previewedId(name)
  const row =
    id === null
      ? undefined
      : await deps.db
          .selectFrom('customization')
          .leftJoin('file', (join) =>
            join.onRef('file.id', '=', 'customization.customized_file_id').on('file.status', '=', 'ready'),
          )
          .select([
            'customization.account_id as accountId',
            'customization.customized_image_url as url',
            'file.storage_key as key',
          ])
          .where('customization.id', '=', id)
          .executeTakeFirst()
  if (id === null || row?.url == null || !isPreview(deps, name, { id, url: row.url })) throw notFound('预览图')
  const picture = { url: row.url, storageKey: row.key }
  return { accountId: row.accountId, storageKey: row.key, read: () => readPicture(deps, picture) }
}
