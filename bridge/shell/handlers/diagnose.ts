/** Handlers for the self-test: they report facts about the client and try out files and uploads, which they delete again. */

import { isFields } from '../../../contract/ground/fields'
import { BridgeError } from '../../core/errors'
import type { CallContext, Handler, ReceivedBlob } from '../../host/types'
import { hasApi } from '../client/my'
import { canWriteFiles, fileSystem } from '../client/temp-files'
import { createTransport } from '../client/transport'
import type { Client } from './client'
import { deleteFiles, openCloud } from './cloud'
import { paramsOf } from './params'

/** Functions of the client that the shell uses or could use. */
const functions = [
  'authorize', 'canIUse', 'chooseImage', 'createWebViewContext', 'downloadFile', 'getAuthUserInfo', 'getFileInfo', 'getFileSystemManager',
  'getStorage', 'getSystemInfoSync', 'removeStorage', 'saveFile', 'sendMtop', 'setStorage', 'uploadFile', 'qn.chooseFile',
  'qn.chooseFileAndGetContent', 'qn.cleanToken', 'qn.navigateToWebPage', 'qn.openChat', 'qn.saveFileToDisk',
] // biome-ignore format: a list of names

/** Returns which names the logic layer defines. `typeof` does not throw for undefined names. */
const definedNames = (): Readonly<Record<string, boolean>> => ({
  globalThis: typeof globalThis !== 'undefined',
  window: typeof window !== 'undefined',
  self: typeof self !== 'undefined',
  global: typeof global !== 'undefined',
  document: typeof document !== 'undefined',
  crypto: typeof crypto !== 'undefined',
  performance: typeof performance !== 'undefined',
  setInterval: typeof setInterval !== 'undefined',
  queueMicrotask: typeof queueMicrotask !== 'undefined',
  AbortController: typeof AbortController !== 'undefined',
  TextEncoder: typeof TextEncoder !== 'undefined',
  URL: typeof URL !== 'undefined',
  atob: typeof atob !== 'undefined',
  fetch: typeof fetch !== 'undefined',
  WebAssembly: typeof WebAssembly !== 'undefined',
  Proxy: typeof Proxy !== 'undefined',
  Reflect: typeof Reflect !== 'undefined',
  Intl: typeof Intl !== 'undefined',
  BigInt: typeof BigInt !== 'undefined',
})

const isFunction = (owner: unknown, name: string): boolean => isFields(owner) && typeof owner[name] === 'function'

const shortText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 60) : ''

function systemOf({ my }: Client): Readonly<Record<string, string>> {
  try {
    const info = my.getSystemInfoSync?.()
    const { version, platform, system, app, SDKVersion } = isFields(info) ? info : {}
    return {
      version: shortText(version),
      platform: shortText(platform),
      system: shortText(system),
      app: shortText(app),
      sdk: shortText(SDKVersion),
    }
  } catch {
    return {} // An exception counts as a client without system info.
  }
}

function facts(client: Client) {
  const names = definedNames()
  const { my } = client
  const files = fileSystem(my)
  const can = functions.filter((name) => hasApi(my, name))
  return {
    shown: Object.keys(names).filter((name) => names[name]),
    hidden: Object.keys(names).filter((name) => !names[name]),
    can,
    cannot: functions.filter((name) => !can.includes(name)),
    files: isFields(files)
      ? ['writeFile', 'appendFile', 'readFile', 'getFileInfo', 'unlink'].filter((name) => isFunction(files, name))
      : [],
    system: systemOf(client),
  }
}

/** Writes the bytes to a file, as an upload does, and deletes the file again. */
async function file({ my, env, files }: Client, blob: ReceivedBlob) {
  if (!canWriteFiles(my)) return { written: false, said: 'no getFileSystemManager().writeFile', path: '', ms: 0 }
  const startedAt = env.now()
  try {
    const path = await files.write(blob)
    const ms = env.now() - startedAt
    await files.remove(path)
    // Report the start of the path only, because folders are named after people.
    return { written: true, said: '', path: /^[a-z]+:\/\/[a-z]*/i.exec(path)?.[0] ?? 'path', ms }
  } catch (error) {
    const said = error instanceof BridgeError ? error.message : String(error)
    return { written: false, said: said.slice(0, 200), path: '', ms: env.now() - startedAt }
  }
}

/** After an abort, the outcome of an upload is awaited this long, ms. */
const abortedMs = 5000
/** A transfer without progress is aborted after this time, ms. */
const abortAtMs = 40

interface Transfer {
  task: boolean
  canAbort: boolean
  canTell: boolean
  told: number
  between: number
  names: readonly string[]
  asked: boolean
}

/**
 * Uploads a test picture and deletes it again. With `abort` the transfer is aborted and its outcome reported. A picture that
 * arrives all the same, even late, is deleted; `left` is true if that failed.
 */
async function upload(client: Client, blob: ReceivedBlob, abort: boolean, context: CallContext) {
  const { my, env, files, session } = client
  if (!hasApi(my, 'uploadFile') || !canWriteFiles(my))
    throw new BridgeError('UNSUPPORTED', { stage: 'client', message: 'this client takes no files of a page' })
  const path = await files.write(blob)
  const startedAt = env.now()
  const transfer: Transfer = { task: false, canAbort: false, canTell: false, told: 0, between: 0, names: [], asked: false }
  let left = false
  let onAbortRequested: () => void = () => {}
  const fileName = `kejiang/self-test/${env.newId()}.png`
  const stop = (task: unknown) => {
    if (!abort || transfer.asked || !isFields(task) || typeof task.abort !== 'function') return
    transfer.asked = true
    onAbortRequested()
    task.abort()
  }
  const uploading = (task: unknown) => {
    transfer.task = isFields(task)
    transfer.canAbort = isFunction(task, 'abort')
    transfer.canTell = isFunction(task, 'onProgressUpdate')
    if (isFields(task) && typeof task.onProgressUpdate === 'function') {
      task.onProgressUpdate((report: unknown) => {
        const { progress, totalBytesWritten } = isFields(report) ? report : {}
        transfer.told += 1
        transfer.names = isFields(report) ? Object.keys(report).slice(0, 8) : []
        const part = typeof totalBytesWritten === 'number' ? totalBytesWritten / blob.size : Number(progress) / 100
        if (part > 0 && part < 1) transfer.between += 1
        context.progress('upload', Math.round(Math.min(1, part || 0) * blob.size), blob.size)
        stop(task)
      })
    }
    if (abort) env.set(() => stop(task), abortAtMs)
  }
  const deleteArrived = async (model: unknown) => {
    const id = isFields(model) && typeof model.fileId === 'string' ? model.fileId : undefined
    if (id === undefined) return
    left = true
    await deleteFiles(client, [id], 'image')
    left = false
  }
  const completion = session
    .run('read', async () => {
      const cloud = await openCloud(client, createTransport({ my, env, onUploadStarted: uploading }))
      return cloud.file.uploadFile({ filePath: path, fileType: 'image', fileName })
    })
    .then(
      async (model) => {
        await deleteArrived(model).catch(() => undefined)
        return 'arrived' as const
      },
      (error: unknown) => {
        if (!transfer.asked) throw error
        return 'ended' as const
      },
    )
  // The transfer reads the file, so it is deleted only afterwards.
  void completion.then(
    () => files.remove(path),
    () => files.remove(path),
  )
  const outcome = await new Promise<'arrived' | 'ended' | 'silent'>((resolve, reject) => {
    onAbortRequested = () => env.set(() => resolve('silent'), abortedMs)
    completion.then(resolve, reject)
  })
  return { ...transfer, outcome, left, fileName, ms: env.now() - startedAt }
}

export const diagnoseHandlers = (client: Client): Readonly<Record<string, Handler>> => ({
  'diagnose.facts': () => facts(client),
  'diagnose.file': (params, context) => file(client, context.blob(paramsOf(params).file)),
  'diagnose.upload': (params, context) => {
    const fields = paramsOf(params)
    return upload(client, context.blob(fields.file), fields.abort === true, context)
  },
})
