/** Reads the picture of a print file's address, for anybody who knows the address. */
import type { Deps } from '../../../kernel/context'
import { notFound } from '../../../kernel/failure'
import { readPicture } from '../../orders/picture-bytes'
import { isPrint, type PrintParts, readPrintName } from './print-address'

export interface PrintPicture extends Pick<PrintParts, 'widthMm' | 'heightMm' | 'format'> {
  readonly accountId: number
  readonly customizationId: number
  /** Reads the stored picture, not yet converted to `format`. */
  read(): Promise<Buffer>
  /** Entity tag; the same for the same bytes. */
  readonly tag: string
}

/** Rejects with 'not-found' for a name that was never issued, a replaced picture, and a deleted order. */
export async function openPrintPicture(deps: Deps, name: string): Promise<PrintPicture> {
  const parts = readPrintName(name)
  const row = parts && (await findPicture(deps, parts.customizationId))
  if (!parts || !row?.url || !isPrint(deps.prints, parts, row.url)) throw notFound('印刷文件')
  const { customizationId, widthMm, heightMm, format, mac } = parts
  const picture = { url: row.url, storageKey: row.key }
  const { accountId } = row
  return { accountId, customizationId, widthMm, heightMm, format, tag: mac, read: () => readPicture(deps, picture) }
}

/** Finds a customization of any account: knowing the address is the permission. */
const findPicture = ({ db }: Deps, id: number) =>
  db
    .selectFrom('customization')
    .leftJoin('file', (join) => join.onRef('file.id', '=', 'customization.customized_file_id').on('file.status', '=', 'ready'))
    .select(['customization.account_id as accountId', 'customization.customized_image_url as url', 'file.storage_key as key'])
    .where('customization.id', '=', id)
    .where((where) =>
      where.exists(
        where
          .selectFrom('order_item_customization as link')
          .select('link.customization_id')
          .whereRef('link.customization_id', '=', 'customization.id'),
      ),
    )
    .executeTakeFirst()
