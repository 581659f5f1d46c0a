/** Finds the print file of an address that a factory was given, for anybody who knows the address. */
import type { Deps } from '../../../kernel/context'
import { Failure, notFound } from '../../../kernel/failure'
import { isProfilePrint, readProfilePrintName } from './print-address'
import { remakePrint } from './profile-prints'

export interface ProfilePrintFile {
  readonly accountId: number
  readonly customizationId: number
  readonly storageKey: string
  readonly contentType: string
  readonly sha256: string
  /** With its ending; null: as the address says. */
  readonly fileName: string | null
}

/** Returns null for names of another form. Rejects with 'not-found' as {@link openPrintPicture} does, and with 'unavailable' while the file is made once more. */
export async function openProfilePrint(deps: Deps, name: string): Promise<ProfilePrintFile | null> {
  const named = readProfilePrintName(name)
  if (named === null) return null
  const row = await deps.db
    .selectFrom('factory_print as print')
    .innerJoin('customization', 'customization.id', 'print.customization_id')
    .leftJoin('file', (join) => join.onRef('file.id', '=', 'print.file_id').on('file.status', '=', 'ready'))
    .selectAll('print')
    .select(['customization.customized_image_url as now_url', 'file.storage_key', 'file.content_type', 'file.sha256'])
    .where('print.id', '=', named.id)
    .where('print.customization_id', '=', named.customizationId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('order_item_customization as link')
          .select('link.customization_id')
          .whereRef('link.customization_id', '=', 'print.customization_id'),
      ),
    )
    .executeTakeFirst()
  if (!row || !isProfilePrint(deps.prints, named, row) || row.now_url !== row.url) throw notFound('印刷文件')
  const { storage_key: storageKey, content_type: contentType, sha256 } = row
  if (storageKey === null || contentType === null || sha256 === null) {
    await remakePrint(deps, row.id)
    throw new Failure('unavailable', '印刷文件正在重新生成，请一分钟后再取')
  }
  const fileName = row.file_name === null ? null : `${row.file_name}.${named.ending}`
  return { accountId: row.account_id, customizationId: row.customization_id, storageKey, contentType, sha256, fileName }
}
