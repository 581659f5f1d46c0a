/**
 * Serves print files to factories: whoever knows the address gets the picture without signing in, as long as its order exists.
 */
import { recordDeliveries } from '../domain/credits/deliveries'
import { printPath } from '../domain/erp/push/print-address'
import { openPrintPicture } from '../domain/erp/push/print-picture'
import { openProfilePrint } from '../domain/erp/push/profile-print-file'
import type { App, HttpDeps } from './environment'
import { matchesTag } from './ranges'
import { inertHeaders, sendStored } from './stored-files'

/** A day: the content of an address never changes, but its order may be deleted. */
const caching = 'public, max-age=86400'
const typeOf = { png: 'image/png', tif: 'image/tiff' } as const

/** Names in other letters follow as RFC 6266 says; programs that do not read that take the address's name. */
const dispositionOf = (name: string, fileName: string | null): string =>
  `inline; filename="${name}"${fileName === null ? '' : `; filename*=UTF-8''${encodeURIComponent(fileName)}`}`

export function mountPrintFiles(app: App, deps: HttpDeps): void {
  app.get(`${printPath}/:name`, async (c) => {
    inertHeaders(c)
    const name = c.req.param('name')
    const written = await openProfilePrint(deps, name)
    if (written !== null) {
      if (c.req.method !== 'HEAD') await recordDeliveries(deps, written.accountId, [written.customizationId])
      c.header('X-Robots-Tag', 'noindex')
      return sendStored(c, deps.storage, {
        ...{ key: written.storageKey, hash: written.sha256, type: written.contentType, caching },
        disposition: dispositionOf(name, written.fileName),
      })
    }
    const print = await openPrintPicture(deps, name)
    const inks = print.format === 'tif' ? deps.prints.inks : undefined
    const tag = inks ? `"${print.tag}-${inks.tag}"` : `"${print.tag}"`
    const cacheHeaders = { ETag: tag, 'Cache-Control': caching }
    if (matchesTag(c.req.header('if-none-match'), tag)) return c.body(null, 304, cacheHeaders)
    const bytes = await deps.examiner.print(print.read, { ...print, inks: inks?.icc }, print.accountId)
    if (c.req.method !== 'HEAD') await recordDeliveries(deps, print.accountId, [print.customizationId])
    const headers = {
      ...cacheHeaders,
      'Content-Type': typeOf[print.format],
      'Content-Length': String(bytes.length),
      'Content-Disposition': `inline; filename="${name}"`,
      'X-Robots-Tag': 'noindex',
    }
    return c.req.method === 'HEAD' ? c.body(null, 200, headers) : c.body(new Uint8Array(bytes), 200, headers)
  })
}
