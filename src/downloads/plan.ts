/** Plans a download; everything is decided once, before anything is charged or fetched. */
import { maxArchiveBytes } from '../../contract/constants'
import { randomHex } from '../../contract/ground/hex'
import type { DownloadRulePart } from '../../contract/rules/name-parts'
import { bytesText, byteUnits } from '../../contract/rules/sizes'
import type { DownloadRules } from '../../contract/types'
import type { ArchiveDestination } from '../../imaging/zip/messages'
import type { NewTask } from '../base/tasks/types'
import { type DownloadItem, type DownloadPlan, downloadTask, itemKey } from './download-record'
import type { PictureFormat } from './formats'
import { effectiveRules, picturePaths, shopFolders, timestamp, withOrderIdFile } from './names'
import { type DownloadKind, kindNames, type Picture } from './pictures'

/** Maximum size of an archive that lies in memory until it is saved. */
export const maxMemoryBytes = 100 * byteUnits.MB

export interface PlanInput {
  readonly kind: DownloadKind
  readonly pictures: readonly Picture[]
  /** Customizations that the seller wants in spite of their findings. */
  readonly confirmed?: readonly number[]
  /** Leave out pictures that the balance does not cover, without asking. */
  readonly acceptsShort?: boolean
  /** The price the seller saw, credits per image. Null: nothing is charged. */
  readonly price: number | null
  readonly rules: DownloadRules
  readonly shopName: (shopId: number) => string | undefined
  readonly format: PictureFormat
  /** The parts of file names by the print profile; absent or null: by the account's rules. */
  readonly fileName?: readonly DownloadRulePart[] | null
  readonly destination: 'disk' | 'memory' | FileSystemDirectoryHandle
  /** Largest file that the platform saves, bytes; no limit when absent. */
  readonly maxSaveBytes?: number | undefined
  readonly now: Date
}

export interface NewDownload extends NewTask<DownloadItem> {
  readonly id: string
  readonly input: DownloadPlan
}

const destinationOf = (wanted: PlanInput['destination'], id: string): ArchiveDestination => {
  if (wanted === 'disk') return { kind: 'disk', folder: id }
  return wanted === 'memory' ? { kind: 'memory' } : { kind: 'folder', handle: wanted }
}

/** Returns the task of a download, ready to be started. Its folder in the browser's file system is named by the task's id. */
export function planDownload(input: PlanInput): NewDownload {
  const { kind, pictures, confirmed = [], acceptsShort = false, price, rules, format, maxSaveBytes, now } = input
  const id = `${now.getTime().toString(36)}-${randomHex(8)}`
  const folders = shopFolders(
    pictures.map(({ shopId }) => shopId),
    input.shopName,
  )
  const parts = input.fileName ?? effectiveRules(rules.rules)
  const paths = picturePaths(pictures, parts, folders)
  const destination = destinationOf(input.destination, id)
  // The page itself writes to a folder, so the platform's limit does not apply.
  const saveLimit = destination.kind === 'folder' ? null : (maxSaveBytes ?? null)
  const memoryLimit = destination.kind === 'memory' ? maxMemoryBytes : maxArchiveBytes
  return {
    id,
    kind: downloadTask,
    title: `下载 ${pictures.length} 张${kindNames[kind]}`,
    scope: downloadTask,
    isAttended: true,
    needsPage: destination.kind === 'memory',
    items: pictures.map((picture, index) => {
      const path = paths[index] ?? itemKey(picture)
      return { key: itemKey(picture), name: path, input: { picture, path } }
    }),
    input: {
      kind,
      startedAt: now.getTime(),
      stamp: timestamp(now),
      charge: price === null ? null : { key: `download-${id}`, price },
      confirmed,
      acceptsShort,
      folders: [...folders],
      orderIdFile: withOrderIdFile({ ...rules, rules: [...parts] }),
      format,
      destination,
      maxBytes: Math.min(maxArchiveBytes, memoryLimit, saveLimit ?? maxArchiveBytes),
      saveLimit,
    },
  }
}

/** Returns why archives are smaller than usual, for the seller; null when they are not. */
export function smallerParts({ maxBytes, destination }: Pick<DownloadPlan, 'maxBytes' | 'destination'>): string | null {
  if (maxBytes >= maxArchiveBytes) return null
  const size = `每个不超过 ${bytesText(maxBytes, 'down')}`
  return destination.kind === 'memory'
    ? `这个浏览器不能先把文件存到硬盘，压缩包分得小一些（${size}），下载完之前请不要关闭页面`
    : `客户端一次保存的文件有上限，压缩包分得小一些（${size}）`
}
