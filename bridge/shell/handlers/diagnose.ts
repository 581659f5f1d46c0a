/** What a page's self-test asks of the client itself: facts, and trials that leave nothing behind. */
import { BridgeError } from '../../core/errors'
import type { CallContext, Handler, HeldBlob } from '../../host/types'
import { hasApi } from '../client/my'
import { canWriteFiles, fileSystem } from '../client/temp-files'
import { carrier } from '../client/transport'
import type { Client } from './client'
import { discard, openCloud } from './cloud'
import { fieldsOf, isFields } from './params'

/** Functions of the client that the shell uses or could use. */
const functions = [
  'authorize', 'canIUse', 'chooseImage', 'createWebViewContext', 'downloadFile', 'getAuthUserInfo', 'getFileInfo', 'getFileSystemManager',
  'getStorage', 'getSystemInfoSync', 'removeStorage', 'saveFile', 'sendMtop', 'setStorage', 'uploadFile', 'qn.chooseFile',
  'qn.chooseFileAndGetContent', 'qn.cleanToken', 'qn.navigateToWebPage', 'qn.openChat', 'qn.saveFileToDisk',
] // biome-ignore format: a list of names

/** Which names this logic layer shows. Only asked for by `typeof`, which is harmless for names that are not there. */
const namesHere = (): Readonly<Record<string, boolean>> => ({
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

const textOr = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 60) : ''

function systemOf({ my }: Client): Readonly<Record<string, string>> {
  try {
    const info = my.getSystemInfoSync?.()
    const { version, platform, system, app, SDKVersion } = isFields(info) ? info : {}
    return {
      version: textOr(version),
      platform: textOr(platform),
      system: textOr(system),
      app: textOr(app),
      sdk: textOr(SDKVersion),
    }
  } catch {
    return {} // A client that does not tell is a fact like any other.
  }
}

function facts(client: Client) {
  const names = namesHere()
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

/** Writes the bytes as a file, as an upload does, and takes the file away again. */
async function file({ my, env, files }: Client, held: HeldBlob) {
  if (!canWriteFiles(my)) return { written: false, said: 'no getFileSystemManager().writeFile', path: '', ms: 0 }
  const began = env.now()
  try {
    const path = await files.write(held)
    const ms = env.now() - began
    await files.remove(path)
    // Its kind, not the path itself: folders carry the names of people.
    return { written: true, said: '', path: /^[a-z]+:\/\/[a-z]*/i.exec(path)?.[0] ?? 'path', ms }
  } catch (error) {
    const said = error instanceof BridgeError ? error.message : String(error)
    return { written: false, said: said.slice(0, 200), path: '', ms: env.now() - began }
  }
}

/** An upload given up is waited for this long, ms. */
const abortedMs = 5000
/** A transfer that tells no progress is given up after this, ms. */
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
 * Uploads a picture of the self-test's own and deletes it again; with `abort` it is given up on its way, and it is seen what becomes of
 * it. Whatever ends up in the cloud is deleted, also when it ends up there late; `left` says that even that failed.
 */
async function upload(client: Client, held: HeldBlob, abort: boolean, context: CallContext) {
  const { my, env, files, session } = client
  if (!hasApi(my, 'uploadFile') || !canWriteFiles(my))
    throw new BridgeError('UNSUPPORTED', { stage: 'client', message: 'this client takes no files of a page' })
  const path = await files.write(held)
  const began = env.now()
  const seen: Transfer = { task: false, canAbort: false, canTell: false, told: 0, between: 0, names: [], asked: false }
  let left = false
  let onAsked: () => void = () => {}
  const fileName = `kejiang/self-test/${env.newId()}.png`
  const stop = (task: unknown) => {
    if (!abort || seen.asked || !isFields(task) || typeof task.abort !== 'function') return
    seen.asked = true
    onAsked()
    task.abort()
  }
  const uploading = (task: unknown) => {
    seen.task = isFields(task)
    seen.canAbort = isFunction(task, 'abort')
    seen.canTell = isFunction(task, 'onProgressUpdate')
    if (isFields(task) && typeof task.onProgressUpdate === 'function') {
      task.onProgressUpdate((told: unknown) => {
        const { progress, totalBytesWritten } = isFields(told) ? told : {}
        seen.told += 1
        seen.names = isFields(told) ? Object.keys(told).slice(0, 8) : []
        const part = typeof totalBytesWritten === 'number' ? totalBytesWritten / held.size : Number(progress) / 100
        if (part > 0 && part < 1) seen.between += 1
        context.progress('upload', Math.round(Math.min(1, part || 0) * held.size), held.size)
        stop(task)
      })
    }
    if (abort) env.set(() => stop(task), abortAtMs)
  }
  const discarded = async (model: unknown) => {
    const id = isFields(model) && typeof model.fileId === 'string' ? model.fileId : undefined
    if (id === undefined) return
    left = true
    await discard(client, [id], 'image')
    left = false
  }
  const whole = session
    .run('read', async () => {
      const cloud = await openCloud(client, carrier({ my, env, uploading }))
      return cloud.file.uploadFile({ filePath: path, fileType: 'image', fileName })
    })
    .then(
      async (model) => {
        await discarded(model).catch(() => undefined)
        return 'arrived' as const
      },
      (error: unknown) => {
        if (!seen.asked) throw error
        return 'ended' as const
      },
    )
  // Not before the transfer is over: it reads the file.
  void whole.then(
    () => files.remove(path),
    () => files.remove(path),
  )
  const given = await new Promise<'arrived' | 'ended' | 'silent'>((resolve, reject) => {
    onAsked = () => env.set(() => resolve('silent'), abortedMs)
    whole.then(resolve, reject)
  })
  return { ...seen, outcome: given, left, fileName, ms: env.now() - began }
}

export const diagnoseHandlers = (client: Client): Readonly<Record<string, Handler>> => ({
  'diagnose.facts': () => facts(client),
  'diagnose.file': (params, context) => file(client, context.blob(fieldsOf(params).file)),
  'diagnose.upload': (params, context) => {
    const fields = fieldsOf(params)
    return upload(client, context.blob(fields.file), fields.abort === true, context)
  },
})
