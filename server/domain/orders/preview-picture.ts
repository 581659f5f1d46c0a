/** Finds the picture of a preview's address, for anybody who knows the address. */
import { sql } from 'kysely'
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

/**
 * Finds the picture among those of the customization: its customized image, those of its versions, and the pictures of their
 * layers. Rejects with 'not-found' for a name that was never issued, a replaced picture, and a deleted customization.
 */
export async function openPreviewedPicture(deps: Deps, name: string): Promise<PreviewedPicture> {
  const id = previewedId(name)
  const { rows } =
    id === null
      ? { rows: [] }
      : await sql<{ accountId: number; url: string; key: string | null }>`
          select picture.account_id as "accountId", picture.url, file.storage_key as key from (
            select account_id, customized_image_url as url, customized_file_id as file_id from customization where id = ${id}
            union
            select account_id, customized_image_url, customized_file_id from customization_version where customization_id = ${id}
            union
            select link.account_id, '/files/' || file.storage_key, file.id
              from customization_file link join file on file.id = link.file_id where link.customization_id = ${id}
          ) picture left join file on file.id = picture.file_id and file.status = 'ready'
          where picture.url is not null`.execute(deps.db)
  const row = id === null ? undefined : rows.find(({ url }) => isPreview(deps, name, { id, url }))
  if (!row) throw notFound('预览图')
  const picture = { url: row.url, storageKey: row.key }
  return { accountId: row.accountId, storageKey: row.key, read: () => readPicture(deps, picture) }
}
