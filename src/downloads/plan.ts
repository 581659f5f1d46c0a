/** What a download will do, decided once before anything is charged or fetched. */
import { maxArchiveBytes } from '../../contract/constants'
import { bytesText, byteUnits } from '../../contract/rules/sizes'
import type { DownloadRules } from '../../contract/types'
import { randomId } from '../base/tasks/task-locks'
import type { ArchivePlace } from '../imaging/zip/messages'
import type { PictureFormat } from './formats'
import { picturePaths, shopFolders, timestamp, withOrderIdFile } from './names'
import type { DownloadKind, Picture } from './pictures'
import type { RunPlan } from './run-record'

/** Where archives lie in memory until they are saved, they are this large at most. */
export const maxMemoryBytes = 100 * byteUnits.MB

export interface PlanOrder {
  readonly kind: DownloadKind
  readonly pictures: readonly Picture[]
  /** Customizations the seller wants in spite of what the preflight found. */
  readonly confirmed?: readonly number[]
  readonly rules: DownloadRules
  readonly shopName: (shopId: number) => string | undefined
  readonly format: PictureFormat
  readonly place: 'disk' | 'memory' | FileSystemDirectoryHandle
  /** Largest file the platform saves, bytes; absent: any. */
  readonly maxSaveBytes?: number | undefined
  /** The pictures were charged for by an earlier download. */
  readonly paid?: boolean
  readonly now: Date
}

export function planRun({
  kind,
  pictures,
  confirmed = [],
  rules,
  shopName,
  format,
  place,
  maxSaveBytes,
  paid,
  now,
}: PlanOrder): RunPlan {
  const id = `${now.getTime().toString(36)}-${randomId()}`
  const folders = shopFolders(
    pictures.map(({ shopId }) => shopId),
    shopName,
  )
  const where: ArchivePlace =
    place === 'disk' ? { kind: 'disk', folder: id } : place === 'memory' ? { kind: 'memory' } : { kind: 'folder', handle: place }
  // A folder is written to by the page itself: what the platform saves at once does not count there.
  const saveLimit = where.kind === 'folder' ? null : (maxSaveBytes ?? null)
  const memoryLimit = where.kind === 'memory' ? maxMemoryBytes : maxArchiveBytes
  return {
    id,
    kind,
    startedAt: now.getTime(),
    stamp: timestamp(now),
    chargeKey: kind === 'customized' && !paid ? `download-${id}` : null,
    pictures,
    confirmed,
    paths: picturePaths(pictures, rules.rules, folders),
    folders: [...folders],
    orderIdFile: withOrderIdFile(rules),
    format,
    place: where,
    maxBytes: Math.min(maxArchiveBytes, memoryLimit, saveLimit ?? maxArchiveBytes),
    saveLimit,
  }
}

/** Why archives are smaller than usual, for the seller; null when they are not. */
export function smallerParts({ maxBytes, place }: Pick<RunPlan, 'maxBytes' | 'place'>): string | null {
  if (maxBytes >= maxArchiveBytes) return null
  const size = `每个不超过 ${bytesText(maxBytes, 'down')}`
  return place.kind === 'memory'
    ? `这个浏览器不能先把文件存到硬盘，压缩包分得小一些（${size}），下载完之前请不要关闭页面`
    : `客户端一次保存的文件有上限，压缩包分得小一些（${size}）`
}
