/** Brings one file into its folder: continued where it broke off, checked against its hash, and put there in one step. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { HotFile } from '../../contract/types'
import { partOf, targetOf } from './paths'
import type { ServerAccess } from './server-list'

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  )
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Whether the file is there as it should be. */
async function isThere(path: string, { size, sha256 }: HotFile): Promise<boolean> {
  return (await sizeOf(path)) === size && (await hashOf(path)) === sha256
}

/** Removes what an earlier content of the same file left. */
async function removeOldParts(path: string, current: string): Promise<void> {
  const folder = join(path, '..')
  const names = await readdir(folder)
  const old = names.filter((name) => name.startsWith(`.${basename(path)}.`) && name.endsWith('.part'))
  for (const name of old) if (join(folder, name) !== current) await rm(join(folder, name), { force: true })
}

/** Appends what is missing of the file. @throws Error in words when the server does not send it. */
async function fetchRest({ fetch, server }: ServerAccess, file: HotFile, part: string): Promise<void> {
  const have = (await sizeOf(part)) ?? 0
  if (have === file.size) return
  const from = have < file.size ? have : 0
  const headers: Record<string, string> = from > 0 ? { Range: `bytes=${from}-`, 'If-Range': `"${file.sha256}"` } : {}
  // An address without a host belongs to the server that was asked.
  const reply = await fetch(new URL(file.url, `${server}/`).href, { headers })
  if (!reply.ok || reply.body === null) throw new Error(`取文件没有成功：${reply.status} ${(await reply.text()).slice(0, 200)}`)
  const isRest = reply.status === 206
  const target = await open(part, isRest ? 'a' : 'w')
  try {
    let size = isRest ? from : 0
    for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > file.size) throw new Error('收到的文件比说好的大')
      await target.write(chunk)
    }
    // After a power cut a renamed file must not be empty.
    await target.sync()
  } finally {
    await target.close()
  }
}

/**
 * Puts a file into its printer's folder. Returns its path.
 *
 * @throws Error in words for the person at the printer; what came so far stays and is continued, unless it is wrong.
 */
export async function receive(access: ServerAccess, root: string, file: HotFile): Promise<string> {
  const { folder, path } = targetOf(root, file.folder, file.fileName)
  await mkdir(folder, { recursive: true })
  if (await isThere(path, file)) return path
  const part = partOf(path, file.sha256)
  await removeOldParts(path, part)
  await fetchRest(access, file, part)
  const size = await sizeOf(part)
  if (size !== file.size) throw new Error(`只收到 ${size ?? 0} / ${file.size} 字节，稍后接着取`)
  if ((await hashOf(part)) !== file.sha256) {
    await rm(part, { force: true })
    throw new Error('收到的文件不完整（校验值不对），稍后重新取')
  }
  await rename(part, path)
  return path
}
