/** Where backups are: a folder, or a bucket of S3-compatible storage. */
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Storage } from '../../ports/storage'
import { createLocalStorage, linkObject } from '../storage/local'
import type { OwnTickets } from '../storage/own-tickets'
import { createS3Storage } from '../storage/s3'
import { parseS3Address, type S3Address } from '../storage/s3-address'

export type BackupTarget = { readonly folder: string } | { readonly bucket: S3Address }

/** Reads `BACKUP_TO` or an argument: a folder, `s3://…` as in STORAGE_URL, or `off`, which is null. Throws an Error that says what is wrong. */
export function parseBackupTarget(text: string): BackupTarget | null {
  if (text === 'off') return null
  if (/^s3:/.test(text)) return { bucket: parseS3Address(text) }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) throw new Error('须为文件夹、s3://KEY:SECRET@HOST/BUCKET 或 off')
  return { folder: text }
}

/** Returns the target's name for people, without secrets. */
export const targetName = (target: BackupTarget): string =>
  'folder' in target ? resolve(target.folder) : `${target.bucket.bucketUrl}/${target.bucket.prefix}`

/** Nobody uploads to a backup. */
const noTickets: OwnTickets = {
  issue() {
    throw new Error('a backup takes no uploads')
  },
  verify() {
    throw new Error('a backup takes no uploads')
  },
}

/** Opens the target as a storage. `assertRoom` throws when a folder's disk has no room for so many bytes. */
export async function openTarget(target: BackupTarget, assertRoom?: (bytes: number) => void): Promise<Storage> {
  if ('bucket' in target) return createS3Storage(target.bucket, noTickets, { now: () => new Date() })
  // A backup holds everything that the shop knows, so nobody else may look into it.
  await mkdir(target.folder, { recursive: true, mode: 0o700 })
  return createLocalStorage(target.folder, noTickets, assertRoom)
}

/** Returns the function that links a stored file into the target, where both are folders. */
export function linkInto(target: BackupTarget, filesFolder: string | undefined) {
  if (!('folder' in target) || filesFolder === undefined) return undefined
  return (key: string, targetKey: string): Promise<boolean> => linkObject(join(filesFolder, key), join(target.folder, targetKey))
}
