import type { Platform } from '../../adapters/platform'
import { type Archives, createArchives } from '../imaging/zip/archive-client'
import type { DownloadPlan, Part } from './download-record'
import { DownloadStop } from './download-stop'

/**
 * Saves an archive of an ended download again. Resolves to false when the seller closed the save dialog.
 *
 * @throws DownloadStop with a message for the seller when the browser does not have the archive any more.
 */
export async function saveAgain(
  platform: Pick<Platform, 'saveFile'>,
  { destination }: Pick<DownloadPlan, 'destination'>,
  { name }: Pick<Part, 'name'>,
  archives: Archives = createArchives(),
): Promise<boolean> {
  try {
    const file = destination.kind === 'disk' ? await archives.find(destination.folder, name) : null
    if (file === null) throw new DownloadStop('storage', `「${name}」已从浏览器里清除，请重新下载，已付费的图片免费`)
    return (await platform.saveFile({ name, blob: file }, { toDownloads: true })).saved
  } finally {
    archives.dispose()
  }
}
