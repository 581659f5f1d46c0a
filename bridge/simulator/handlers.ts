/** The simulated client's handlers; methods without a handler are not allowed. */
import { type Fields, isFields } from '../../contract/ground/fields'
import type { WireError } from '../core/types'
import type { CallContext, Handler, ReceivedBlob } from '../host/types'
import { diagnoseHandlers } from './diagnose'
import { answerOf, isSessionCode, type TopError, thrownFor, topErrors } from './marketplace'
import type { UploadStep } from './upload-pauses'
import type { ClientEnvironment } from './world'

const storePrefix = 'kejiang.client.'

const wireError = (error: WireError): WireError => error
const badParams = (what: string) => wireError({ code: 'PROTOCOL', message: what, stage: 'params' })

const paramsOf = (value: unknown): Fields => {
  if (!isFields(value)) throw badParams('params are no object')
  return value
}
const text = (params: Fields, name: string): string => {
  const value = params[name]
  if (typeof value !== 'string' || value === '') throw badParams(`${name} is missing`)
  return value
}

/** Returns a promise that only a cancel settles, like a client that forgets a call. */
const neverSettles = ({ signal }: CallContext): Promise<never> =>
  new Promise((_, reject) => signal.onAbort(() => reject(wireError({ code: 'CANCELLED', message: 'given up' }))))

const stepError = (step: UploadStep): WireError =>
  step === 1
    ? {
        code: 'NETWORK',
        userMessage: '获取配置错误，请稍后重试',
        message: 'store config failed',
        stage: 'store.config',
        retryable: true,
      }
    : step === 2
      ? { code: 'NETWORK', userMessage: '上传文件失败', message: 'uploadFile failed', stage: 'upload', retryable: true }
      : {
          code: 'PARTIAL',
          userMessage: '图片已传到图片空间，但没有登记成功，请重新上传',
          message: 'file save failed',
          stage: 'file.save',
          retryable: true,
        }

function cloudHandlers(client: ClientEnvironment): Record<string, Handler> {
  const config = (cloudPath: string) => ({
    url: new URL(`/simulator/space?name=${encodeURIComponent(cloudPath)}`, location.origin).href,
    formData: {},
    headers: {},
  })
  const upload = async (blob: ReceivedBlob, context: CallContext) => {
    const { uploadStep, fileLimit } = client.settings()
    if (blob.size > fileLimit) throw wireError({ code: 'TOO_LARGE', message: `${blob.size} > ${fileLimit}`, stage: 'check' })
    context.progress('store.config', 0, blob.size)
    if (uploadStep === 1) throw stepError(1)
    await client.afterUploadStep(1)
    if (context.signal.aborted) throw wireError({ code: 'CANCELLED', message: 'given up before the transfer' })
    context.progress('upload', 0, blob.size)
    if (uploadStep === 2) throw stepError(2)
    // The transfer is not aborted: it might still arrive with an unknown id. It is completed and then undone.
    const file = await client.space.put(blob.name, blob.bytes, blob.type, (sent) =>
      context.progress('upload', Math.min(sent, blob.size), blob.size),
    )
    await client.afterUploadStep(2)
    context.undo(file.fileId, async () => {
      await client.space.remove(file.fileId)
      client.log(`撤回图片 ${file.fileId}`)
    })
    context.progress('file.save', blob.size, blob.size)
    if (uploadStep === 3) throw stepError(3)
    await client.afterUploadStep(3)
    return { fileId: file.fileId, fileName: file.fileName, url: file.url }
  }
  return {
    'cloud.storeConfig': (params) => {
      if (client.settings().uploadStep === 1) throw stepError(1)
      return config(text(paramsOf(params), 'cloudPath'))
    },
    'cloud.upload': (params, context) =>
      client.settings().silent ? neverSettles(context) : upload(context.blob(paramsOf(params).file), context),
    'cloud.file.save': async (params) => {
      const url = text(paramsOf(params), 'url')
      const file = (await client.space.list()).find((one) => one.url === url)
      if (!file) throw wireError({ code: 'TOP_BUSINESS', userMessage: '图片空间里没有这张图片', message: url })
      return { fileId: file.fileId, fileName: file.fileName, url: file.url }
    },
    'cloud.delete': async (params) => {
      const { fileIds, sellerSpace } = paramsOf(params)
      if (sellerSpace === true) {
        throw wireError({ code: 'PERMISSION', userMessage: '商家空间资源不允许使用接口删除', message: 'seller space' })
      }
      if (!Array.isArray(fileIds) || fileIds.length === 0) throw badParams('缺少fileId,请检查参数')
      for (const fileId of fileIds) await client.space.remove(String(fileId))
      return true
    },
  }
}

function marketplaceHandler(client: ClientEnvironment): Handler {
  let authorised = false
  const callApi = (api: string, data: unknown): { reply: unknown } | { error: TopError } => {
    const { session, sessionCode, right } = client.settings()
    if (session === 'for-ever' || (session === 'once' && !authorised)) return { error: topErrors.session(sessionCode) }
    if (right === 'package') return { error: topErrors.package }
    if (right === 'sub-account') return { error: topErrors.subAccount }
    if (right === 'business') return { error: topErrors.business }
    return { reply: answerOf(api, data) }
  }
  return (params, context) => {
    const { data } = paramsOf(params)
    const api = text(paramsOf(params), 'api')
    if (answerOf(api) === undefined) {
      throw wireError({ code: 'PERMISSION', userMessage: `千牛外壳没有开放接口 ${api}`, message: 'not on the allow-list' })
    }
    if (client.settings().silent) return neverSettles(context)
    let answer = callApi(api, data)
    if ('error' in answer && isSessionCode(answer.error.code)) {
      authorised = true
      client.log('重新授权一次')
      answer = callApi(api, data)
    }
    if ('error' in answer) throw thrownFor(answer.error)
    return answer.reply
  }
}

function machineHandlers(client: ClientEnvironment): Record<string, Handler> {
  return {
    'disk.save': (params, context) => {
      const blob = context.blob(paramsOf(params).file)
      context.progress('user-dialog', 0)
      const { dialog } = client.settings()
      if (dialog === 'cancel') return { saved: false }
      if (dialog === 'disk') {
        const userMessage = '文件没有保存成功，请检查磁盘空间和文件夹的写入权限'
        throw wireError({ code: 'DISK', userMessage, message: 'saveFileToDisk 13 没有权限', stage: 'disk.save' })
      }
      client.saveToDisk(text(paramsOf(params), 'fileName'), new Blob([new Uint8Array(blob.bytes)], { type: blob.type }))
      return { saved: true }
    },
    'storage.get': (params) => client.store.getItem(storePrefix + text(paramsOf(params), 'key')),
    'storage.set': (params) => {
      const { value } = paramsOf(params)
      if (typeof value !== 'string') throw badParams('value is no text')
      client.store.setItem(storePrefix + text(paramsOf(params), 'key'), value)
      return true
    },
    'storage.remove': (params) => {
      client.store.removeItem(storePrefix + text(paramsOf(params), 'key'))
      return true
    },
    'link.open': (params) => {
      const url = text(paramsOf(params), 'url')
      if (!/^https?:\/\//.test(url)) throw badParams('only web addresses')
      client.openPage(url)
      client.log(`打开网页 ${url}`)
      return true
    },
    'chat.open': (params) => {
      client.log(`打开聊天 ${text(paramsOf(params), 'nick')}`)
      return true
    },
  }
}

/** Forwards admin API requests of a page without network; other paths of the server are refused. */
function httpHandler(client: ClientEnvironment): Handler {
  return async (params, context) => {
    const request = paramsOf(params)
    const method = text(request, 'method')
    const path = text(request, 'path')
    // Check the resolved path as well: /api/../files must not pass as /api.
    const url = new URL(path, location.origin)
    if (url.origin !== location.origin || !url.pathname.startsWith('/api/') || !path.startsWith('/api/')) {
      throw wireError({ code: 'PERMISSION', userMessage: '千牛外壳只转发后台接口', message: path, stage: 'http' })
    }
    const controller = new AbortController()
    context.signal.onAbort(() => controller.abort())
    const headers = Object.fromEntries(Object.entries(paramsOf(request.headers)).map(([name, value]) => [name, String(value)]))
    const init = {
      method,
      headers,
      signal: controller.signal,
      ...(typeof request.body === 'string' ? { body: request.body } : {}),
    }
    const reply = await client.fetchApi(url.pathname + url.search, init).catch((error: unknown) => {
      throw wireError({ code: 'NETWORK', message: String(error), stage: 'http', retryable: true })
    })
    return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() }
  }
}

export const clientHandlers = (client: ClientEnvironment): Record<string, Handler> => ({
  ...cloudHandlers(client),
  'top.invoke': marketplaceHandler(client),
  ...machineHandlers(client),
  ...diagnoseHandlers(client),
  http: httpHandler(client),
})
