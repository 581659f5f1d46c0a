/** Handlers that translate the protocol's methods for an older shell, and the texts for methods that it lacks. */

import { type Fields, isFields } from '../../contract/ground/fields'
import { onlyReads, readRelayedResponse } from '../core/cloud-app'
import { BridgeError } from '../core/errors'
import { type LegacyRequest, legacyCloud, legacyHttp, legacyMy } from '../core/legacy'
import type { CallContext, Handler } from '../host/types'

/** Sends one request to the shell. Rejects with the shell's error, or with CANCELLED when `signal` aborts. */
export type SendRequest = (request: LegacyRequest, signal: CallContext['signal']) => Promise<unknown>

const paramsOf = (params: unknown): Fields => {
  if (isFields(params)) return params
  throw new BridgeError('PROTOCOL', { stage: 'params', message: 'params are no object' })
}

const upgrade = '请把外壳升级到壳匠自己的版本'
const noFiles = `旧版插件外壳不能接收页面里的文件，${upgrade}`
const noStore = `旧版插件外壳没有开放图片空间的这一步，${upgrade}`
/** Methods that no older shell offers, each with the reason for the seller. */
export const legacyUnsupported: Readonly<Record<string, string>> = {
  'cloud.upload': noFiles,
  'blob.write': noFiles,
  'blob.free': noFiles,
  'disk.save': noFiles,
  'cloud.storeConfig': noStore,
  'cloud.file.save': noStore,
}

/** The client functions that a method needs, where not every client has them. */
export const legacyNeeds: Readonly<Record<string, readonly string[]>> = {
  'storage.get': ['getStorage'],
  'storage.set': ['setStorage'],
  'storage.remove': ['removeStorage'],
  'link.open': ['qn.navigateToWebPage'],
  'chat.open': ['qn.openChat'],
}

const storagePrefix = 'kejiang.'

export interface LegacyOptions {
  readonly sendRequest: SendRequest
  /** Path of the cloud application that takes the plugin's requests; undefined if the page has a network. */
  readonly cloudAppPath: string | undefined
}

export function legacyHandlers({ sendRequest, cloudAppPath }: LegacyOptions): Readonly<Record<string, Handler>> {
  const my =
    (name: string, options: (fields: Fields) => Fields, answer: (reply: unknown) => unknown = () => true): Handler =>
    async (params, { signal }) =>
      answer(await sendRequest(legacyMy(name, options(paramsOf(params))), signal))
  const key = (fields: Fields) => ({ key: storagePrefix + String(fields.key) })
  const handlers: Record<string, Handler> = {
    'cloud.delete': async (params, { signal }) => {
      const { fileIds, fileType = 'image', sellerSpace } = paramsOf(params)
      if (sellerSpace === true)
        throw new BridgeError('PERMISSION', { userMessage: '商家空间资源不允许使用接口删除', message: 'seller space' })
      await sendRequest(legacyCloud('file.deleteFile', { fileId: fileIds, fileType }), signal)
      return true
    },
    'top.invoke': (params, { signal }) => {
      const { api, data = {} } = paramsOf(params)
      if (typeof api !== 'string') throw new BridgeError('PROTOCOL', { stage: 'params', message: 'api' })
      // That shell's SDK repeats a call by itself after renewing the authorisation, even a write.
      if (!onlyReads(api)) {
        const userMessage = `旧版插件外壳在授权过期时会自动重做修改，为避免改两次，这里不执行。${upgrade}`
        throw new BridgeError('UNSUPPORTED', { stage: 'legacy', userMessage, message: `${api} through an older shell` })
      }
      return sendRequest(legacyCloud('topApi.invoke', { api, data }), signal)
    },
    'storage.get': my('getStorage', key, (reply) => {
      const data = isFields(reply) ? reply.data : undefined
      return typeof data === 'string' ? data : null
    }),
    'storage.set': my('setStorage', (fields) => ({ ...key(fields), data: fields.value })),
    'storage.remove': my('removeStorage', key),
    'link.open': my('qn.navigateToWebPage', ({ url }) => ({ url })),
    'chat.open': my('qn.openChat', ({ nick }) => ({ nick, text: '' })),
  }
  if (cloudAppPath !== undefined) {
    handlers.http = async (params, { signal }) => {
      const { method, path, headers, body } = paramsOf(params)
      const request = { method, path, headers, ...(body === undefined ? {} : { body }) }
      const answer = await sendRequest(
        legacyHttp({
          path: cloudAppPath,
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: request,
          exts: { timeout: 30_000 },
        }),
        signal,
      )
      return readRelayedResponse(answer)
    }
  }
  return handlers
}
