/** Handlers that use the seller's computer: save to disk, client storage, links and chats. */

import { isFields } from '../../../contract/ground/fields'
import { BridgeError } from '../../core/errors'
import type { CallContext, Handler } from '../../host/types'
import { isAllowedLink, isStorageKey } from '../allow'
import { callMy } from '../client/my'
import type { Client } from './client'
import { badParams, paramsOf, permissionError, textOf } from './params'

const storagePrefix = 'kejiang.'
const storageMs = 8000
const openMs = 8000
/** Interval of progress frames while the save dialog is open, ms. */
const dialogMs = 5000

/** Whether an error means that the seller closed the dialog. Its form is undocumented, so every known wording counts. */
function isCancel(error: unknown): boolean {
  if (!isFields(error)) return false
  const errorText = [error.errorMessage, error.message, error.errorMsg].filter((part) => typeof part === 'string').join(' ')
  return /cancel|取消|关闭/i.test(errorText)
}

/** Replaces the characters that Windows forbids in file names by `_`. */
const diskName = (name: string): string =>
  name
    .split('')
    .map((letter) => (letter < ' ' || '\\/:*?"<>|'.includes(letter) ? '_' : letter))
    .join('')

async function saveToDisk(client: Client, params: unknown, context: CallContext): Promise<{ saved: boolean }> {
  const { my, env, files, config } = client
  const fields = paramsOf(params)
  const fileName = diskName(textOf(fields, 'fileName'))
  const { url } = isFields(fields.file) ? fields.file : {}
  if (url !== undefined && !isAllowedLink(config.fileHosts, url))
    throw permissionError('千牛外壳不能从这个地址取文件', `fetch ${String(url)}`)
  context.progress('prepare', 0)
  const path = typeof url === 'string' ? await files.fetch(url) : await files.write(context.blob(fields.file))
  let keepAliveTimer: unknown
  const sendKeepAlive = () => {
    context.progress('user-dialog', 0)
    keepAliveTimer = env.set(sendKeepAlive, dialogMs)
  }
  try {
    if (context.signal.aborted) throw new BridgeError('CANCELLED', { stage: 'host' })
    sendKeepAlive()
    await callMy(my, 'qn.saveFileToDisk', { apFilePath: path, defaultFileName: fileName }, { env })
    return { saved: true }
  } catch (error) {
    if (error instanceof BridgeError) throw error
    if (isCancel(error)) return { saved: false }
    throw new BridgeError('DISK', { stage: 'disk.save', message: `saveFileToDisk: ${JSON.stringify(error)}` })
  } finally {
    if (keepAliveTimer !== undefined) env.clear(keepAliveTimer)
    await files.remove(path)
  }
}

const keyOf = (params: unknown): string => {
  const { key } = paramsOf(params)
  if (!isStorageKey(key)) throw badParams('key')
  return storagePrefix + key
}

export function machineHandlers(client: Client): Readonly<Record<string, Handler>> {
  const { my, env, config } = client
  const storage = (name: string, options: Readonly<Record<string, unknown>>) =>
    callMy(my, name, options, { env, limitMs: storageMs })
  return {
    'disk.save': (params, context) => saveToDisk(client, params, context),
    'storage.get': async (params) => {
      const reply = await storage('getStorage', { key: keyOf(params) }).catch((error: unknown) => {
        // The client reports a key that was never written as error 11.
        if (isFields(error) && String(error.error ?? error.code) === '11') return undefined
        throw error
      })
      const data = isFields(reply) ? reply.data : undefined
      return typeof data === 'string' ? data : null
    },
    'storage.set': async (params) => {
      const { value } = paramsOf(params)
      if (typeof value !== 'string') throw badParams('value is no text')
      await storage('setStorage', { key: keyOf(params), data: value }).catch((error: unknown) => {
        if (error instanceof BridgeError) throw error
        throw new BridgeError('DISK', {
          stage: 'storage',
          message: JSON.stringify(error),
          userMessage: '千牛没能保存设置，可能存储空间已满',
        })
      })
      return true
    },
    'storage.remove': async (params) => {
      await storage('removeStorage', { key: keyOf(params) })
      return true
    },
    'link.open': async (params) => {
      const { url } = paramsOf(params)
      if (!isAllowedLink(config.linkHosts, url)) throw permissionError('千牛外壳没有允许打开这个网址', `link ${String(url)}`)
      await callMy(my, 'qn.navigateToWebPage', { url }, { env, limitMs: openMs })
      return true
    },
    'chat.open': async (params) => {
      const nick = textOf(paramsOf(params), 'nick')
      if (!/^cntaobao[^\s]{1,60}$/.test(nick)) throw badParams('nick')
      await callMy(my, 'qn.openChat', { nick, text: '' }, { env, limitMs: openMs })
      return true
    },
  }
}
