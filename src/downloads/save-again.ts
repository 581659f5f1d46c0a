import type { Platform, SaveResult } from '../../adapters/platform'
import { type Archives, createArchives } from '../../imaging/zip/archive-client'
import type { DownloadPlan, Part } from './download-record'
import { DownloadStop } from './download-stop'

/** A dialog that is closed sooner never was shown: some browsers have the function and no dialog. */
const closingTakesMs = 200

/**
 * Gives an archive out within the seller's click. The first time the browser's downloads get it; again, the seller chooses the place
 * where the browser has a dialog, because then it is known to arrive, and works where the seller answered 禁止 to downloads.
 *
 * @throws DownloadStop with a message for the seller when the browser does not have the archive any more.
 */
export async function saveAgain(
  platform: Pick<Platform, 'saveFile'>,
  { destination }: Pick<DownloadPlan, 'destination'>,
  { name, state }: Pick<Part, 'name' | 'state'>,
  archives: Archives = createArchives(),
): Promise<SaveResult> {
  try {
    const file = destination.kind === 'disk' ? await archives.find(destination.folder, name) : null
    if (file === null) throw new DownloadStop('storage', `「${name}」已从浏览器里清除，请重新下载，已付费的图片免费`)
    const archive = { name, blob: file }
    if (state === 'saved') {
      const asked = performance.now()
      const chosen = await platform.saveFile(archive)
      if (chosen.saved || performance.now() - asked > closingTakesMs) return chosen
    }
    return await platform.saveFile(archive, { toDownloads: true })
  } finally {
    archives.dispose()
  }
}
