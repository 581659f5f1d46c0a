/**
 * The picture space of the client simulator: this server stores what the marketplace would store for a seller. It exists with the
 * demo shop only, belongs to no account and is limited in size.
 */

import { randomBytes } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import { bytesText } from '../../../contract/rules/sizes'
import type { Deps } from '../../kernel/context'
import { Failure, notFound } from '../../kernel/failure'
import type { PictureSource } from '../../ports/picture-source'

export const maxSpaceFileBytes = 20 * 1024 * 1024
/** Maximum number and bytes of pictures; the oldest are removed first. */
export const maxSpaceFiles = 500
const maxSpaceBytes = 1024 ** 3

const rowPrefix = 'simulator-space:'
const idShape = /^[0-9a-f]{32}$/
const objectKey = (id: string): string => `simulator/${id}`

export interface SpaceFile {
  readonly id: string
  readonly fileName: string
  readonly size: number
  readonly contentType: string
  readonly createdAt: number
  /** The visitor it belongs to, where strangers may have access. */
  readonly visitor?: string | undefined
}

export interface PictureSpace {
  add(fileName: string, bytes: Buffer, visitor?: string): Promise<SpaceFile>
  /** Lists the pictures of one visitor, or of all visitors without an argument. */
  list(visitor?: string): Promise<SpaceFile[]>
  /** Returns a picture with its bytes; null when there is none. */
  read(id: string): Promise<{ readonly file: SpaceFile; readonly bytes: Buffer } | null>
  /** Removes a picture; returns whether there was one. */
  remove(id: string, visitor?: string): Promise<boolean>
  readonly source: PictureSource
}

export function createPictureSpace({ db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>): PictureSpace {
  async function list(visitor?: string): Promise<SpaceFile[]> {
    const rows = await db.selectFrom('setting').select('value').where('name', 'like', `${rowPrefix}%`).execute()
    const all = rows.map(({ value }) => JSON.parse(value) as SpaceFile)
    const files = visitor === undefined ? all : all.filter((file) => file.visitor === visitor)
    return files.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  }

  async function remove(id: string, visitor?: string): Promise<boolean> {
    if (!idShape.test(id)) return false
    if (visitor !== undefined && !(await list(visitor)).some((file) => file.id === id)) return false
    const { numDeletedRows } = await db
      .deleteFrom('setting')
      .where('name', '=', rowPrefix + id)
      .executeTakeFirst()
    await storage.remove(objectKey(id))
    return numDeletedRows > 0n
  }

  async function read(id: string): Promise<{ file: SpaceFile; bytes: Buffer } | null> {
    if (!idShape.test(id)) return null
    const row = await db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', rowPrefix + id)
      .executeTakeFirst()
    const object = row ? await storage.get(objectKey(id)) : null
    if (!row || !object) return null
    const parts: Buffer[] = []
    for await (const part of object.stream as AsyncIterable<Buffer>) parts.push(part)
    return { file: JSON.parse(row.value) as SpaceFile, bytes: Buffer.concat(parts) }
  }

  return {
    list,
    read,
    remove,
    async add(fileName, bytes, visitor) {
      const type = await fileTypeFromBuffer(bytes)
      // Only types that browsers draw keep their type; anything else is served as a download.
      const contentType = type && /^image\/(png|jpeg|gif|webp|bmp)$/.test(type.mime) ? type.mime : 'application/octet-stream'
      const file: SpaceFile = {
        id: randomBytes(16).toString('hex'),
        fileName,
        size: bytes.length,
        contentType,
        createdAt: clock.now().getTime(),
        visitor,
      }
      await storage.put(objectKey(file.id), bytes, contentType)
      await db
        .insertInto('setting')
        .values({ name: rowPrefix + file.id, value: JSON.stringify(file) })
        .execute()
      let bytesKept = 0
      for (const [newer, kept] of (await list()).reverse().entries()) {
        bytesKept += kept.size
        if (newer >= maxSpaceFiles || bytesKept > maxSpaceBytes) await remove(kept.id)
      }
      return file
    },
    // Pictures are read by id from the storage: no address is dialled, so the host in the URL does not matter.
    source: {
      accepts: (url) => idOf(url) !== null,
      async fetch(url, maxBytes) {
        const found = await read(idOf(url) ?? '')
        if (!found) throw notFound('图片')
        if (found.bytes.length > maxBytes) {
          throw new Failure('too-large', `图片超过 ${bytesText(maxBytes, 'down')} 的上限`)
        }
        return found.bytes
      },
    },
  }
}

const idOf = (url: URL): string | null => /^\/simulator\/space\/([0-9a-f]{32})(?:\/[^/]*)?$/.exec(url.pathname)?.[1] ?? null
