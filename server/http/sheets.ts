/** Serves sheets to whoever has their signed address, in parts too: an agent goes on where a line broke. */
import { recordSheetDelivered } from '../domain/print-floor/hot-folder'
import { typeOf } from '../domain/print-floor/make'
import { isSheetName, readSheetName, sheetFolder, sheetKey } from '../domain/print-floor/sheet-files'
import { Failure, notFound } from '../kernel/failure'
import type { App, HttpDeps } from './environment'
import { failureReply } from './errors'
import { inertHeaders, sendStored } from './stored-files'

/** Must be mounted before the stored files, whose route would match these addresses. */
export function mountSheets(app: App, deps: HttpDeps): void {
  app.get(`/files/${sheetFolder}/:name`, async (c) => {
    inertHeaders(c)
    const named = readSheetName(c.req.param('name'))
    const sheet =
      named === null
        ? undefined
        : await deps.db
            .selectFrom('print_sheet as sheet')
            .innerJoin('print_batch as batch', 'batch.id', 'sheet.batch_id')
            .select(['sheet.account_id', 'sheet.index', 'sheet.sha256', 'sheet.file_name', 'batch.secret'])
            .where('sheet.batch_id', '=', named.batchId)
            .where('sheet.index', '=', named.index)
            .executeTakeFirst()
    const isIssued = named && sheet ? isSheetName(deps, named, sheet) : false
    if (isIssued === 'expired') return failureReply(c, new Failure('forbidden', '下载地址已经过期，请回到批次重新下载'))
    if (named === null || !sheet || !isIssued) return failureReply(c, notFound('拼版'))
    if (c.req.method !== 'HEAD') await recordSheetDelivered(deps, sheet.account_id, named.batchId, named.index)
    const ending = sheet.file_name.slice(sheet.file_name.lastIndexOf('.') + 1) as keyof typeof typeOf
    return sendStored(c, deps.storage, {
      ...{ key: sheetKey(sheet, sheet), hash: sheet.sha256, type: typeOf[ending], caching: 'private, no-store' },
      disposition: `attachment; filename="sheet-${named.batchId}-${named.index}.${ending}"; filename*=UTF-8''${encodeURIComponent(sheet.file_name)}`,
    })
  })
}
