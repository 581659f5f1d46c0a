/** Temporary files in the shell's own folder, because the client uploads and saves files by path. */

import { fieldsOf } from '../../../contract/ground/fields'
import { toBase64 } from '../../core/base64'
import { BridgeError } from '../../core/errors'
import type { Env } from '../../core/types'
import type { ReceivedBlob } from '../../host/types'
import { callMy, type FileSystem, type My } from './my'

export interface TempFiles {
  /** Writes the bytes to a file and resolves with its path. Rejects with DISK. */
  write(blob: ReceivedBlob): Promise<string>
  /** Downloads an https address and resolves with the file's path; the client deletes it by itself. Rejects with DISK. */
  fetch(url: string): Promise<string>
  remove(path: string): Promise<void>
}

/** Bytes per write, before base64: a multiple of three, so that pieces of base64 end without padding. */
const pieceBytes = 768 * 1024
const writeMs = 60_000

const extensionOf = (name: string): string => {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)
  return extension ? extension[0].toLowerCase() : ''
}

/** Returns the client's file functions; undefined if it has none. */
export function fileSystem(my: My): FileSystem | undefined {
  try {
    return my.getFileSystemManager?.()
  } catch {
    return undefined // Some clients define the function, but it throws.
  }
}

/** Whether this client can write bytes to a file. That is not documented for the desktop client, so it is checked. */
export const canWriteFiles = (my: My): boolean => typeof fileSystem(my)?.writeFile === 'function'

const errorText = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return String(error)
  const { error: code, errorMessage, message } = error as Readonly<Record<string, unknown>>
  return [code, errorMessage, message].filter((part) => part !== undefined).join(' ')
}

export function createTempFiles(my: My, env: Env): TempFiles {
  const folder = my.env?.USER_DATA_PATH ?? 'https://usr'
  const fs = (name: keyof FileSystem, options: Readonly<Record<string, unknown>>) =>
    callMy((fileSystem(my) ?? {}) as My, name, options, { env, limitMs: writeMs }).catch((error: unknown) => {
      if (error instanceof BridgeError) throw error
      throw new BridgeError('DISK', {
        stage: 'temp-file',
        message: `${name}: ${errorText(error)}`,
        userMessage: '千牛没能写入临时文件，请检查磁盘空间后重试',
      })
    })
  return {
    async write({ name, bytes }) {
      const filePath = `${folder}/kejiang-${env.newId()}${extensionOf(name)}`
      const appends = typeof fileSystem(my)?.appendFile === 'function'
      const step = appends ? pieceBytes : Math.max(bytes.length, 1)
      try {
        for (let at = 0; at === 0 || at < bytes.length; at += step) {
          const data = toBase64(bytes.subarray(at, at + step))
          await fs(at === 0 ? 'writeFile' : 'appendFile', { filePath, data, encoding: 'base64' })
        }
      } catch (error) {
        await this.remove(filePath)
        throw error
      }
      return filePath
    },
    async fetch(url) {
      const reply = await callMy(my, 'downloadFile', { url }, { env, limitMs: writeMs }).catch((error: unknown) => {
        if (error instanceof BridgeError) throw error
        throw new BridgeError('DISK', {
          stage: 'download',
          message: `downloadFile: ${errorText(error)}`,
          userMessage: '千牛没能下载这个文件，请稍后重试',
        })
      })
      const path = fieldsOf(reply).apFilePath
      if (typeof path !== 'string' || path === '')
        throw new BridgeError('BAD_REPLY', { stage: 'download', message: 'downloadFile: no apFilePath' })
      return path
    },
    async remove(filePath) {
      if (!filePath.startsWith(`${folder}/kejiang-`) || typeof fileSystem(my)?.unlink !== 'function') return
      // Errors are ignored: a file that stays only takes a little space in the client's folder.
      await fs('unlink', { filePath }).catch(() => undefined)
    },
  }
}
