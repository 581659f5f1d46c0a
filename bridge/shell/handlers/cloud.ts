/** Handlers of the cloud methods: they upload, delete and register files in the seller's picture space. */

import { type Fields, isFields } from '../../../contract/ground/fields'
import { BridgeError } from '../../core/errors'
import type { FileRef } from '../../core/types'
import type { CallContext, Handler } from '../../host/types'
import { isAllowedLink, isCloudId, isCloudPath } from '../allow'
import type { CloudSdk, SdkProxy } from '../client/sdk'
import { createTransport, mtop, SessionExpired, type TransportOptions } from '../client/transport'
import type { Client } from './client'
import { badParams, paramsOf, permissionError, textOf } from './params'

const storeConfig = 'mtop.taobao.miniapp.cloud.store.config.get'
const fileSave = 'mtop.taobao.miniapp.cloud.store.file.save'
/** Interval of progress frames while a client reports no progress of an upload, ms. */
const keepAliveMs = 10_000

const fileTypes = ['image', 'font', 'video', 'audio', 'file']
const typeOf = (fields: Fields): string => {
  const { fileType = 'image' } = fields
  if (typeof fileType !== 'string' || !fileTypes.includes(fileType)) throw badParams('fileType')
  return fileType
}
const pathOf = (fields: Fields): string => {
  const { cloudPath } = fields
  if (!isCloudPath(cloudPath)) throw permissionError('千牛外壳只允许写入本插件自己的目录', `cloudPath ${String(cloudPath)}`)
  return cloudPath
}

function fileRefOf(model: unknown): FileRef {
  const { fileId, fileName, url } = isFields(model) ? model : {}
  if (typeof fileId !== 'string' || typeof url !== 'string') {
    throw new BridgeError('BAD_REPLY', { stage: 'file.save', message: 'file save: no fileId or url' })
  }
  return { fileId, fileName: typeof fileName === 'string' ? fileName : '', url }
}

/** Creates an SDK instance for one call, so that `proxy` sees only the requests of that call. */
export async function openCloud({ sdk, config }: Client, proxy: SdkProxy): Promise<CloudSdk> {
  const cloud = new sdk.Cloud()
  const opened = await cloud.init({ env: config.env }, proxy)
  if (opened === false) throw new BridgeError('UNSUPPORTED', { stage: 'client', message: 'cloud.init failed' })
  return cloud
}

type Stage = 'store.config' | 'upload' | 'file.save'
const stageOf = (url: string): Stage =>
  url === 'my.uploadFile' ? 'upload' : url.includes('.config.') ? 'store.config' : 'file.save'

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' && value >= 0 ? value : undefined)

/** Follows one upload through the SDK's three requests: reports progress and records the stage and the original error. */
function watchUpload({ my, env }: Client, context: CallContext, size: number) {
  let stage: Stage = 'store.config'
  let failure: unknown
  let loaded = 0
  let keepAliveTimer: unknown
  const stop = () => {
    if (keepAliveTimer !== undefined) env.clear(keepAliveTimer)
    keepAliveTimer = undefined
  }
  const sendKeepAlive = () => {
    context.progress('upload', loaded, size)
    keepAliveTimer = env.set(sendKeepAlive, keepAliveMs)
  }
  const options: TransportOptions = {
    my,
    env,
    beforeRequest(task) {
      stage = stageOf(task.url)
      // Cancel only before the transfer ends. After it, stopping would leave a picture with an unknown id; so the file is
      // registered first and then undone.
      if (context.signal.aborted && stage !== 'file.save') throw new BridgeError('CANCELLED', { stage: 'host' })
      context.progress(stage, stage === 'file.save' ? size : 0, size)
      if (stage === 'upload') keepAliveTimer = env.set(sendKeepAlive, keepAliveMs)
    },
    onUploadStarted(task) {
      const onProgressUpdate = isFields(task) ? task.onProgressUpdate : undefined
      if (typeof onProgressUpdate !== 'function') return
      // The desktop client's format is undocumented: some clients report bytes, some a percentage. Other values are ignored.
      onProgressUpdate.call(task, (report: unknown) => {
        const { totalBytesWritten, progress } = isFields(report) ? report : {}
        const percent = numberOf(progress)
        const bytes = numberOf(totalBytesWritten) ?? (percent === undefined ? undefined : (percent / 100) * size)
        if (bytes === undefined || stage !== 'upload') return
        loaded = Math.max(loaded, Math.min(size, Math.round(bytes)))
        context.progress('upload', loaded, size)
      })
    },
    afterReply: stop,
  }
  const proxy = createTransport(options)
  return {
    // The SDK replaces errors by strings; keep the original.
    proxy: {
      apply: (task, type) =>
        proxy.apply(task, type).catch((error: unknown) => {
          failure = error
          stop()
          throw error
        }),
    } satisfies SdkProxy,
    /** Returns the error of the whole upload after the SDK rejected with `thrown`. */
    uploadError(thrown: unknown): unknown {
      stop()
      if (failure instanceof BridgeError) return failure
      if (failure instanceof SessionExpired && stage === 'store.config') return failure
      if (stage === 'file.save') {
        return new BridgeError('PARTIAL', {
          stage,
          message: `file save failed: ${errorText(failure ?? thrown)}`,
          retryable: true,
        })
      }
      const message = `${stage} failed: ${errorText(failure ?? thrown)}`
      const userMessage = stage === 'upload' ? '上传文件失败，请检查网络后重试' : '获取上传配置失败，请稍后重试'
      return new BridgeError('NETWORK', { stage, message, userMessage, retryable: true })
    },
  }
}

const errorText = (error: unknown): string => {
  if (!isFields(error)) return String(error)
  // Read the field instead of testing `instanceof Error`: an error of the SDK may come from another realm.
  return [error.code, error.error, error.errorMessage, error.message].filter((part) => part !== undefined).join(' ')
}

/** Whether an error says that the file does not exist; "请求API不存在" means something else. */
const isNotFound = (error: unknown): boolean =>
  /(文件|图片|资源|素材).{0,6}不存在|FILE_?NOT_?(EXIST|FOUND)/i.test(errorText(error))

/** Deletes files of the picture space; a file that does not exist counts as deleted. */
export async function deleteFiles(client: Client, fileId: readonly string[], fileType: string): Promise<void> {
  const cloud = await openCloud(client, createTransport(client))
  try {
    await cloud.file.deleteFile({ fileId, fileType })
  } catch (error) {
    if (!isNotFound(error)) throw error
    // A missing file is as good as deleted. With several files the error says nothing about the others: delete one by one.
    if (fileId.length > 1) for (const one of fileId) await deleteFiles(client, [one], fileType)
  }
}

async function upload(client: Client, params: unknown, context: CallContext): Promise<FileRef> {
  const { files, session, config } = client
  const fields = paramsOf(params)
  const fileName = pathOf(fields)
  const fileType = typeOf(fields)
  const { url } = isFields(fields.file) ? fields.file : {}
  if (url !== undefined && !isAllowedLink(config.fileHosts, url))
    throw permissionError('千牛外壳不能从这个地址取文件', `fetch ${String(url)}`)
  const blob = typeof url === 'string' ? undefined : context.blob(fields.file)
  if (blob && blob.size > config.fileLimit) {
    throw new BridgeError('TOO_LARGE', { stage: 'check', detail: { size: blob.size, limit: config.fileLimit } })
  }
  const filePath = blob ? await files.write(blob) : await files.fetch(url as string)
  try {
    // Running again is safe if the session has expired, because `uploadError` passes SessionExpired on only before the transfer.
    return await session.run('read', async () => {
      const watch = watchUpload(client, context, blob?.size ?? 0)
      const cloud = await openCloud(client, watch.proxy)
      const model = await cloud.file.uploadFile({ filePath, fileType, fileName }).catch((error: unknown) => {
        throw watch.uploadError(error)
      })
      const file = fileRefOf(model)
      context.undo(file.fileId, () => deleteFiles(client, [file.fileId], fileType))
      return file
    })
  } finally {
    await files.remove(filePath)
  }
}

export const cloudHandlers = (client: Client): Readonly<Record<string, Handler>> => ({
  'cloud.upload': (params, context) => upload(client, params, context),
  'cloud.delete': (params) => {
    const fields = paramsOf(params)
    const { fileIds } = fields
    if (fields.sellerSpace === true) throw permissionError('商家空间资源不允许使用接口删除', 'seller space')
    if (!Array.isArray(fileIds) || fileIds.length === 0 || fileIds.length > 50 || !fileIds.every(isCloudId))
      throw badParams('fileIds')
    // Deleting twice does no harm, so this counts as a read and may run again.
    return client.session.run('read', async () => {
      await deleteFiles(client, fileIds, typeOf(fields))
      return true
    })
  },
  /**
   * Returns the address of an upload without its credentials: with them, any script of the page could write into the seller's
   * picture space without the shell.
   */
  'cloud.storeConfig': (params) => {
    const fields = paramsOf(params)
    const fileType = typeOf(fields)
    const request = {
      newContainer: true,
      cloudPath: pathOf(fields),
      fileType,
      sellerSpace: false,
      env: client.config.env,
      sdkVersion: '1.5.9',
    }
    return client.session.run('read', async () => {
      const { data } = await mtop(client.my, client.env, storeConfig, request)
      const model = isFields(data) && isFields(data.model) ? data.model[fileType] : undefined
      const url = isFields(model) ? model.url : undefined
      if (typeof url !== 'string') throw new BridgeError('BAD_REPLY', { stage: 'store.config', message: 'store config: no url' })
      return { url, formData: {}, headers: {} }
    })
  },
  'cloud.file.save': (params, context) => {
    const fields = paramsOf(params)
    const fileType = typeOf(fields)
    const url = textOf(fields, 'url')
    if (!isAllowedLink(client.config.fileHosts, url)) throw permissionError('千牛外壳不能登记这个地址的文件', `save ${url}`)
    const specialId = textOf(fields, 'specialId')
    const request = {
      fileType,
      specialId,
      url,
      cloudPath: pathOf(fields),
      sellerSpace: false,
      env: client.config.env,
      sdkVersion: '1.5.9',
    }
    return client.session.run('write', async () => {
      const { data } = await mtop(client.my, client.env, fileSave, request)
      const file = fileRefOf(isFields(data) ? data.model : undefined)
      context.undo(file.fileId, () => deleteFiles(client, [file.fileId], fileType))
      return file
    })
  },
})
