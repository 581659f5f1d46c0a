/**
 * A scripted Qianniu client for tests, after the public documentation and the cloud SDK's own requests: the object `my` as a
 * mini-program's logic layer sees it, the marketplace's cloud behind `sendMtop`, and the SDK's behaviour.
 */
import { type Fields, fieldsOf } from '../../contract/ground/fields'
import type { FakeClock } from './fake-clock'

type Callbacks = { readonly success?: (reply: unknown) => void; readonly fail?: (error: unknown) => void }
type Options = Record<string, unknown> & Callbacks

export interface Script {
  /** Results of `authorize` in order; the last one repeats. An object is passed to `fail`. */
  authorize: (true | Fields)[]
  /** Results of `getAuthUserInfo` in order; the last one repeats. */
  userInfo: (Fields & { readonly fails?: Fields })[]
  /** Returns the error of a marketplace call, undefined for none. */
  topError: (api: string) => Fields | undefined
  top: (api: string, data: Fields) => unknown
  /** The step at which uploads fail, and the reply of that step. */
  uploadFails: { readonly step: 'config' | 'transfer' | 'save'; readonly reply?: unknown } | undefined
  /** Replaces the body of the transfer's response. */
  uploadBody: string | undefined
  /** Whether `uploadFile` returns a task that reports progress. */
  uploadTask: boolean
  /** Duration of a transfer, ms. */
  transferMs: number
  /** The error that `downloadFile` passes to `fail`. */
  downloadFails: Fields | undefined
  /** Makes `appendFile` fail; `writeFile` still works. */
  diskFull: boolean
  /** The reply to a delete, which then does not happen. */
  deleteAnswers: Fields | undefined
  saveDialog: { readonly ms: number; readonly error?: Fields }
  /** Returns the cloud application's response to a request of the plugin. */
  application: (request: Fields) => unknown
  /** Names of functions and mtop APIs that never answer. */
  readonly silent: Set<string>
  /** Returns the error with which an mtop call fails before it has an effect. */
  mtopFails: ((api: string) => Fields | undefined) | undefined
}

export interface ScriptedClient {
  readonly my: Record<string, unknown>
  readonly sdk: { readonly Cloud: new () => unknown }
  readonly script: Script
  /** All function calls in order, with their options. */
  readonly calls: { readonly name: string; readonly options: Fields }[]
  count(name: string): number
  /** Passes a reply to `success` of the first call of a function, for functions that were silent. */
  reply(name: string, reply: unknown): void
  /** The marketplace calls that reached the marketplace. */
  readonly topCalls: { readonly api: string; readonly data: Fields }[]
  /** The picture space: cloud:// id → key of the file. */
  readonly space: Map<string, string>
  /** Bytes of transferred files by key. */
  readonly bytes: Map<string, Uint8Array>
  readonly files: Map<string, Uint8Array>
  readonly saved: { readonly name: string; readonly bytes: Uint8Array }[]
  readonly storage: Map<string, string>
  /** Sets the listener for messages that the shell posts to its web-view. */
  onPost(listener: (frame: unknown) => void): void
  /** Says whether the mini-program's page shows its web-view. */
  drawWebView(shown: boolean): void
  /** Sets the listener for transferred files. */
  onTransfer(listener: (url: string, bytes: Uint8Array) => void): void
  /** Puts a file into the picture space; returns its id. */
  addFile(cloudPath: string, bytes: Uint8Array): string
}

const ok = (data: unknown) => ({ ret: ['SUCCESS::调用成功'], data })

/** Creates a client. It lacks the functions in `without`; it has those in `denied`, but `canIUse` denies them. */
export function scriptedClient(
  clock: FakeClock,
  without: readonly string[] = [],
  denied: readonly string[] = [],
): ScriptedClient {
  const calls: { name: string; options: Fields }[] = []
  const topCalls: { api: string; data: Fields }[] = []
  const space = new Map<string, string>()
  const bytes = new Map<string, Uint8Array>()
  const files = new Map<string, Uint8Array>()
  const saved: { name: string; bytes: Uint8Array }[] = []
  const storage = new Map<string, string>()
  let post: (frame: unknown) => void = () => {}
  let isDrawn = false
  let onTransferred: (url: string, bytes: Uint8Array) => void = () => {}
  let fileCount = 0
  const script: Script = {
    authorize: [true],
    userInfo: [{ nickName: '壳匠演示店' }],
    topError: () => undefined,
    top: (api) => ({ [`${api.split('.').slice(1).join('_')}_response`]: { request_id: 'scripted' } }),
    uploadFails: undefined,
    uploadBody: undefined,
    uploadTask: true,
    transferMs: 20,
    downloadFails: undefined,
    diskFull: false,
    deleteAnswers: undefined,
    saveDialog: { ms: 10 },
    application: () => ({ success: true, data: { status: 200, headers: {}, body: '[]' } }),
    silent: new Set(),
    mtopFails: undefined,
  }
  const next = <T>(list: T[]): T => (list.length > 1 ? (list.shift() as T) : (list[0] as T))

  const mtop: Record<string, (data: Fields) => unknown> = {
    'mtop.taobao.miniapp.cloud.store.config.get': ({ fileType, cloudPath }) => {
      if (script.uploadFails?.step === 'config')
        return script.uploadFails.reply ?? { ret: ['FAIL_BIZ_QUOTA::空间不足'], data: {} }
      const formData = { key: `key/${String(cloudPath)}`, policy: 'secret-policy', signature: 'secret-signature' }
      return ok({
        model: {
          [String(fileType)]: { url: 'https://upload.example.invalid/', formData, headers: { Authorization: 'secret-token' } },
        },
      })
    },
    'mtop.taobao.miniapp.cloud.store.file.save': ({ specialId, cloudPath, url }) => {
      if (script.uploadFails?.step === 'save') return script.uploadFails.reply ?? { ret: ['FAIL_SYS_TIMEOUT::超时'], data: {} }
      fileCount += 1
      const fileId = `cloud://tenant/${fileCount}/${String(cloudPath)}`
      space.set(fileId, String(specialId))
      return ok({ model: { fileId, fileName: String(cloudPath), url } })
    },
    'mtop.taobao.miniapp.cloud.store.file.delete': ({ fileIds }) => {
      if (script.deleteAnswers) return script.deleteAnswers
      for (const id of JSON.parse(String(fileIds)) as string[]) {
        bytes.delete(space.get(id) ?? '')
        space.delete(id)
      }
      return ok({ model: true })
    },
    'mtop.miniapp.cloud.invoke.top': (data) => {
      const api = String(data.apiName)
      const error = script.topError(api)
      const params = fieldsOf(JSON.parse(String(data.data)))
      topCalls.push({ api, data: params })
      return ok({ data: error ? { error_response: error } : script.top(api, params) })
    },
    'mtop.miniapp.cloud.application.request': async (data) =>
      ok({ data: await script.application(fieldsOf(JSON.parse(String(data.body)))) }),
  }

  /** Creates a client function that calls back after `ms`. */
  const clientFunction = (name: string, work: (options: Options) => unknown, ms: number | ((options: Options) => number) = 3) => {
    if (without.includes(name)) return undefined
    return (options: Options = {} as Options) => {
      calls.push({ name, options })
      if (script.silent.has(name) || script.silent.has(String(options.api))) return undefined
      clock.set(
        () => {
          const done = async () => work(options)
          done().then(options.success, options.fail)
        },
        typeof ms === 'number' ? ms : ms(options),
      )
      return undefined
    }
  }
  const fail = (error: Fields): never => {
    throw error
  }
  const uploadFile = (options: Options) => {
    const progress: ((report: unknown) => void)[] = []
    calls.push({ name: 'uploadFile', options })
    if (script.silent.has('uploadFile')) return undefined
    const content = files.get(String(options.filePath))
    clock.set(() => {
      for (const listener of progress) listener({ progress: 50, totalBytesWritten: (content?.length ?? 0) / 2 })
    }, script.transferMs / 2)
    clock.set(() => {
      if (script.uploadFails?.step === 'transfer' || !content)
        return options.fail?.(script.uploadFails?.reply ?? { error: 12, errorMessage: '上传失败' })
      const key = String(fieldsOf(options.formData).key)
      const url = `https://img.alicdn.com/imgextra/${key}`
      bytes.set(key, content)
      onTransferred(url, content)
      const defaultBody = JSON.stringify({ jsonData: { fileId: key, url } })
      options.success?.({ data: script.uploadBody ?? defaultBody, statusCode: '200' })
    }, script.transferMs)
    return script.uploadTask
      ? { abort() {}, onProgressUpdate: (listener: (report: unknown) => void) => progress.push(listener) }
      : undefined
  }
  const decode = (data: unknown) => new Uint8Array(Buffer.from(String(data), 'base64'))
  const fileSystem = {
    writeFile: clientFunction('writeFile', ({ filePath, data }) => void files.set(String(filePath), decode(data)), 1),
    appendFile: clientFunction(
      'appendFile',
      ({ filePath, data }) => {
        const before = files.get(String(filePath)) ?? fail({ error: 10025 })
        if (script.diskFull) fail({ error: 10028, errorMessage: '磁盘空间不足' })
        files.set(String(filePath), new Uint8Array(Buffer.concat([before, decode(data)])))
      },
      1,
    ),
    unlink: clientFunction('unlink', ({ filePath }) => void files.delete(String(filePath)), 1),
  }
  const my: Record<string, unknown> = {
    canIUse: (name: string) => !without.includes(name) && !denied.includes(name),
    // A context made before the web-view is drawn belongs to none, and what is sent through it arrives nowhere.
    createWebViewContext: () => {
      const usable = isDrawn
      return {
        postMessage: (frame: unknown) => {
          if (usable) post(frame)
        },
      }
    },
    ...(without.includes('getFileSystemManager') ? {} : { getFileSystemManager: () => fileSystem }),
    getSystemInfoSync: () => ({ version: '9.97.56N' }),
    env: { USER_DATA_PATH: 'https://usr' },
    authorize: clientFunction('authorize', () => {
      const answer = next(script.authorize)
      return answer === true ? { authSuccessScopes: ['*'] } : fail(answer)
    }),
    getAuthUserInfo: clientFunction('getAuthUserInfo', () => {
      const { fails, ...info } = next(script.userInfo)
      return fails ? fail(fails) : info
    }),
    sendMtop: clientFunction('sendMtop', ({ api, data }) => {
      const failure = script.mtopFails?.(String(api))
      if (failure) return fail(failure)
      const answer = mtop[String(api)]
      return answer ? answer(fieldsOf(data)) : fail({ ret: ['FAIL_SYS_API_NOT_FOUNDED::请求API不存在'] })
    }),
    ...(without.includes('uploadFile') ? {} : { uploadFile }),
    downloadFile: clientFunction('downloadFile', ({ url }) => {
      if (script.downloadFails) return fail(script.downloadFails)
      const content =
        bytes.get(String(url).replace('https://img.alicdn.com/imgextra/', '')) ?? fail({ error: 12, errorMessage: '下载失败' })
      const apFilePath = `https://resource/${String(url).length}.png`
      files.set(apFilePath, content)
      return { apFilePath }
    }),
    getStorage: clientFunction('getStorage', ({ key }) => ({ data: storage.get(String(key)) ?? null })),
    setStorage: clientFunction('setStorage', ({ key, data }) => void storage.set(String(key), String(data))),
    removeStorage: clientFunction('removeStorage', ({ key }) => void storage.delete(String(key))),
    qn: {
      cleanToken: clientFunction('qn.cleanToken', () => ({})),
      saveFileToDisk: clientFunction(
        'qn.saveFileToDisk',
        ({ apFilePath, defaultFileName }) => {
          if (script.saveDialog.error) return fail(script.saveDialog.error)
          saved.push({ name: String(defaultFileName), bytes: files.get(String(apFilePath)) ?? new Uint8Array() })
          return { success: true }
        },
        () => script.saveDialog.ms,
      ),
      navigateToWebPage: clientFunction('qn.navigateToWebPage', () => ({})),
      openChat: clientFunction('qn.openChat', () => ({})),
    },
  }
  for (const name of without) if (!name.includes('.')) delete my[name]
  return {
    my,
    sdk: scriptedSdk(my),
    script,
    calls,
    count: (name) => calls.filter((call) => call.name === name).length,
    reply(name, reply) {
      const { success } = (calls.find((call) => call.name === name)?.options ?? {}) as Callbacks
      success?.(reply)
    },
    topCalls,
    space,
    bytes,
    files,
    saved,
    storage,
    onPost: (listener) => {
      post = listener
    },
    drawWebView: (shown) => {
      isDrawn = shown
    },
    onTransfer: (listener) => {
      onTransferred = listener
    },
    addFile(cloudPath, content) {
      fileCount += 1
      const fileId = `cloud://tenant/${fileCount}/${cloudPath}`
      space.set(fileId, `key/${cloudPath}`)
      bytes.set(`key/${cloudPath}`, content)
      return fileId
    },
  }
}

type Proxy = { apply(task: Fields, type?: number): Promise<unknown> }

/** The cloud SDK after its source: it sends three requests per upload and repeats marketplace calls by itself. */
function scriptedSdk(my: Record<string, unknown>) {
  const wait = (method: unknown, options: Fields) =>
    new Promise<unknown>((success, fail) => (method as (options: unknown) => void)({ ...options, success, fail }))
  class Cloud {
    #proxy: Proxy = { apply: () => Promise.reject(new Error('请先调用cloud.init()')) }
    async init(_options: Fields, proxy: Proxy) {
      this.#proxy = proxy
      return true
    }
    async #gateway(url: string, data: Fields) {
      const rawData = data
      return fieldsOf(await this.#proxy.apply({ url, data: JSON.stringify(data), rawData, headers: { 'mc-env': 'test' } }, 3))
        .data
    }
    async #store(url: string, data: Fields): Promise<Fields> {
      return fieldsOf(
        await this.#proxy.apply({ url, data: { ...data, env: 'test', sdkVersion: '1.5.9' } }, url.startsWith('mtop.') ? 1 : 2),
      )
    }
    readonly file = {
      uploadFile: async ({ filePath, fileType, fileName }: Fields) => {
        const config = await this.#store('mtop.taobao.miniapp.cloud.store.config.get', {
          newContainer: true,
          cloudPath: fileName,
          fileType,
        }).catch((error: unknown) => {
          throw new Error(`获取配置错误${String(fieldsOf(error).message ?? error)}`)
        })
        const { url, formData, headers } = fieldsOf(fieldsOf(fieldsOf(config.data).model)[String(fileType)])
        const sent = await this.#store('my.uploadFile', { url, fileType, header: headers, formData, filePath, fileName: 'file' })
        let answer: Fields = {}
        try {
          answer = fieldsOf(fieldsOf(JSON.parse(String(sent.data))).jsonData)
        } catch {
          // The SDK ignores a body that is no JSON and uses the key of the form.
        }
        const specialId = answer.fileId ?? fieldsOf(formData).key
        if (!specialId) throw new Error('上传文件失败')
        const reply = await this.#store('mtop.taobao.miniapp.cloud.store.file.save', {
          fileType,
          specialId,
          url: answer.url,
          cloudPath: fileName,
        })
        const model = fieldsOf(fieldsOf(reply.data).model)
        if (!model.fileId) throw new Error('上传文件失败')
        return model
      },
      deleteFile: async ({ fileId, fileType }: Fields) => {
        const reply = await this.#store('mtop.taobao.miniapp.cloud.store.file.delete', {
          fileType,
          fileIds: JSON.stringify(fileId),
        })
        if (fieldsOf(reply.data).model) return true
        throw new Error(String(fieldsOf(reply.data).msgInfo))
      },
    }
    readonly topApi = {
      invoke: async ({ api, data }: Fields) => {
        const invoke = () => this.#gateway('top', { apiName: api, data: fieldsOf(data) })
        let reply = fieldsOf(await invoke())
        const failed = fieldsOf(reply.error_response)
        if (!reply.error_response) return reply
        if (['26', '27', '53'].includes(String(failed.code))) {
          await wait(fieldsOf(my.qn).cleanToken, {})
          await wait(my.authorize, { scopes: '*' })
          reply = fieldsOf(await invoke())
          if (!reply.error_response) return reply
        }
        throw new Error(JSON.stringify(reply.error_response))
      },
    }
    readonly application = {
      httpRequest: async ({ path, method, headers, body, exts }: Fields) =>
        this.#gateway('cloudHttp', { path, method, headers, body, options: exts }),
    }
  }
  return { Cloud }
}
