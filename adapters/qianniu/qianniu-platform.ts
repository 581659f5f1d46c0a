/** The platform adapter for the Qianniu client. */
import { EventEmitter } from 'eventemitter3'
import type { BlobHandle, Welcome } from '../../bridge/core/types'
import type { HostConnection } from '../../bridge/page/types'
import { isPictureKind } from '../../contract/constants'
import { isFields } from '../../contract/ground/fields'
import { pageSaving, saveFile } from '../browser/save-file'
import { type ChosenLimits, chooseLimits, defaultChoice } from '../diagnosis/limits'
import { platformError } from '../error-text'
import type { FilesApi } from '../files-api'
import { chatAddress, plainNick, webAddress } from '../links'
import { onceByKey } from '../once'
import type {
  CallOptions,
  Capability,
  ConnectionState,
  HostInfo,
  LocalFile,
  Platform,
  PlatformStorage,
  UploadedFile,
} from '../platform'
import { type ApiUploadDeps, uploadThroughApi } from '../upload/api-upload'
import { viaBridge } from './bridge-errors'
import { cloudJournal } from './cloud-journal'
import { removeStale, uploadThroughClient } from './cloud-upload'
import { createDiagnosis } from './diagnosis'
import { optionalStorage } from './optional-storage'
import { isRelayedResponse, isSaved, isTextOrNull, isTrue } from './replies'
import { createReportStore } from './report-store'

export interface QianniuPlatformOptions {
  /** Rejects with a PlatformError if there is no client. */
  readonly connection: Promise<HostConnection>
  readonly files: () => FilesApi
  /** The page's own storage, used if the client's fails. */
  readonly ownStorage: PlatformStorage
  /** Whether the page has no network, so that admin API requests go through the client. */
  readonly throughHost: boolean
  readonly apiBase: string
  /** Returns ms since this page began. */
  readonly now: () => number
  /** Returns ms since 1970, comparable between pages; the machine's clock if absent. */
  readonly epochNow?: () => number
  readonly newId: () => string
  /** Returns the form in which the client delivers messages to the page; empty before the first one. */
  readonly shape?: () => string
  /** Posts a form; replaced in tests. */
  readonly post?: ApiUploadDeps['post']
}

/** The protocol's method that a capability needs; capabilities without one work in any page. */
const methodOf: Readonly<Partial<Record<Capability, string>>> = {
  'cloud.upload': 'cloud.upload',
  'cloud.delete': 'cloud.delete',
  'cloud.storeConfig': 'cloud.storeConfig',
  'marketplace.call': 'top.invoke',
}
/** Limit of the client's storage calls, ms; after it the page's storage takes over. Short, since the plugin's start waits. */
const storageMs = 3000
const pageCapabilities: readonly Capability[] = ['file.save', 'storage', 'link.open', 'chat.open']

function hostInfo({ caps, client, limits }: Welcome, throughHost: boolean, { saving }: ChosenLimits): HostInfo {
  const offeredCapabilities = Object.entries(methodOf).filter(([, method]) => caps.includes(method))
  return {
    environment: 'qianniu',
    version: client,
    capabilities: new Set([
      ...offeredCapabilities.map(([name]) => name as Capability),
      ...pageCapabilities,
      ...(throughHost ? (['http'] as const) : []),
    ]),
    maxFileBytes: limits.file,
    ...(caps.includes('disk.save') && saving[0] === 'client' && { maxSaveBytes: limits.file }),
  }
}

/** Whether a marketplace API only reads; such calls may be repeated after the host has restarted. */
const onlyReads = (api: string): boolean => /\.(get|search|list|query)$/.test(api)

const openInPage = (address: string) => {
  window.open(address, '_blank', 'noopener')
}

/** Creates the platform of a Qianniu client: files, marketplace, disk and storage over the bridge. */
export function createQianniuPlatform(options: QianniuPlatformOptions): Platform {
  const { connection, throughHost } = options
  const once = onceByKey<UploadedFile>(options.now)
  const events = new EventEmitter<{ state: [ConnectionState] }>()
  let state: ConnectionState = 'connecting'
  let info: HostInfo | undefined
  let offeredMethods: readonly string[] = []
  let disposed = false
  let unsubscribe = () => {}
  let currentLimits = defaultChoice('none')
  let limitsChosen: Promise<unknown> | undefined
  let hasRemovedStale = false

  const setState = (next: ConnectionState) => {
    if (next === state) return
    state = next
    events.emit('state', next)
  }
  connection.then(
    (open) => {
      if (disposed) return
      setState(open.state())
      unsubscribe = open.onState(setState)
    },
    () => setState('lost'),
  )

  const ready = async (): Promise<HostInfo> => {
    const welcome = await viaBridge((await connection).ready())
    offeredMethods = welcome.caps
    limitsChosen ??= reportStore.read().then((stored) => applyLimits(chooseLimits(stored, welcome.client)))
    await limitsChosen
    info = hostInfo(welcome, throughHost, currentLimits)
    if (!hasRemovedStale && offeredMethods.includes('cloud.delete')) {
      hasRemovedStale = true
      // Delete pictures that earlier pages left in the seller's picture space; nothing waits for this.
      void removeStale({ connection: await connection, journal })
    }
    return info
  }
  const applyLimits = async (next: ChosenLimits): Promise<ChosenLimits> => {
    const { frame, answer, chunk } = next
    const previous = currentLimits
    currentLimits = next
    if (next.from === 'report' || previous.from === 'report') {
      ;(await connection).setLimits({
        ...(frame === undefined ? {} : { frame }),
        ...(answer === undefined ? {} : { answer }),
        ...(chunk === undefined ? {} : { chunk }),
      })
    }
    return next
  }

  const bridgeOptions = ({ signal, timeoutMs, onProgress, idempotencyKey }: CallOptions = {}) => ({
    ...(signal ? { signal } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(onProgress ? { onProgress } : {}),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  })
  const call = async <T>(
    method: string,
    params: unknown,
    more: { guard?: (value: unknown) => value is T; write?: boolean; call?: CallOptions | undefined } = {},
  ): Promise<T> => {
    const { guard, write } = more
    const open = await connection
    return viaBridge(
      open.call<T>(method, params, {
        ...bridgeOptions(more.call),
        ...(guard ? { guard } : {}),
        ...(write === undefined ? {} : { write }),
      }),
    )
  }
  const isOffered = async (method: string): Promise<boolean> => {
    await ready()
    return offeredMethods.includes(method)
  }

  const storageLimit = { timeoutMs: storageMs }
  const clientStorage: PlatformStorage = {
    get: (key) => call('storage.get', { key }, { guard: isTextOrNull, call: storageLimit }),
    set: async (key, value) => {
      await call('storage.set', { key, value }, { guard: isTrue, call: storageLimit })
    },
    remove: async (key) => {
      await call('storage.remove', { key }, { guard: isTrue, call: storageLimit })
    },
  }
  const storage = optionalStorage(
    async () => ((await isOffered('storage.get')) && currentLimits.storage === 'client' ? clientStorage : null),
    options.ownStorage,
  )
  const journal = cloudJournal(storage, options.epochNow ?? Date.now)
  const reportStore = createReportStore(options.ownStorage, () => (offeredMethods.includes('storage.get') ? clientStorage : null))
  /** Sends a file to the host, passes its handle to `use`, and frees it afterwards in any case. */
  const withSentFile = async <T>(
    file: LocalFile,
    callOptions: CallOptions | undefined,
    use: (handle: BlobHandle) => Promise<T>,
  ) => {
    const open = await connection
    const { signal, timeoutMs } = callOptions ?? {}
    const sendOptions = {
      name: file.name,
      type: file.blob.type,
      ...(signal ? { signal } : {}),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }
    const handle = await viaBridge(open.sendBlob(file.blob, sendOptions))
    try {
      return await use(handle)
    } finally {
      open.call('blob.free', { blob: handle.blob }, { timeoutMs: 5000 }).catch(() => undefined)
    }
  }
  const saveThroughClient = (file: LocalFile, callOptions?: CallOptions) =>
    withSentFile(file, callOptions, (handle) =>
      call('disk.save', { file: handle, fileName: file.name }, { guard: isSaved, call: callOptions }),
    )
  const diagnosis = createDiagnosis({
    connection,
    withSentFile,
    saveThroughClient,
    throughHost,
    shape: options.shape ?? (() => ''),
    pageStorage: options.ownStorage,
    clientStorage: async () => ((await isOffered('storage.get')) ? clientStorage : null),
    currentLimits: () => currentLimits,
    applyReport: async (report) => {
      const { version } = await ready()
      await reportStore.write(report)
      return applyLimits(chooseLimits(report, version))
    },
    removeReport: async () => {
      await ready()
      await reportStore.remove()
      return applyLimits(defaultChoice('none'))
    },
  })

  return {
    ready,
    can: (capability) => info?.capabilities.has(capability) ?? false,
    uploadFile: (file, kind, callOptions = {}) =>
      once.run(callOptions.idempotencyKey, `${kind} ${file.blob.size} ${file.name}`, callOptions, async (signal, onProgress) =>
        // Fonts go to the API, because the picture space accepts pictures of up to 3 MB and a Chinese font may have 20 MB. So do
        // pictures if the client cannot write files: it then does not offer `cloud.upload`.
        !isPictureKind(kind) || !(await isOffered('cloud.upload')) || currentLimits.upload === 'api'
          ? uploadThroughApi({ ...options, readInBatches: throughHost }, file, kind, { ...callOptions, signal, onProgress })
          : uploadThroughClient({ ...options, journal, connection: await connection }, file, kind, {
              ...callOptions,
              signal,
              onProgress,
            }),
      ),
    deleteCloudFile: async (cloudFileIds, callOptions) => {
      await call('cloud.delete', { fileIds: cloudFileIds, fileType: 'image' }, { guard: isTrue, call: callOptions })
    },
    callMarketplace: (api, data, callOptions) => call('top.invoke', { api, data }, { write: !onlyReads(api), call: callOptions }),
    storeConfig: (query, callOptions) => call('cloud.storeConfig', query, { guard: isFields, call: callOptions }),
    saveFile: async (file, callOptions) => {
      const byClient = await isOffered('disk.save')
      const [way] = currentLimits.saving.filter((one) => one !== 'client' || byClient)
      if (way === 'client') return saveThroughClient(file, callOptions)
      // `toDownloads` is ignored: only the chosen way is known to work in this client.
      const { pickFile, ...page } = pageSaving()
      return saveFile(file, { ...page, pickFile: way === 'download' ? undefined : pickFile })
    },
    storage,
    diagnosis,
    ...(throughHost
      ? {
          http: async (request, callOptions) => {
            if (!request.path.startsWith('/api/'))
              throw platformError('PROTOCOL', { stage: 'http', detail: { path: request.path } })
            return call('http', request, {
              guard: isRelayedResponse,
              write: request.method !== 'GET',
              call: { timeoutMs: 60_000, ...callOptions },
            })
          },
        }
      : {}),
    openLink: async (url) => {
      const address = webAddress(url, options.apiBase)
      if (await isOffered('link.open')) await call('link.open', { url: address }, { guard: isTrue })
      else openInPage(address)
    },
    openChat: async (nick) => {
      if (await isOffered('chat.open')) await call('chat.open', { nick: `cntaobao${plainNick(nick)}` }, { guard: isTrue })
      else openInPage(chatAddress(nick))
    },
    onState: (listener) => {
      events.on('state', listener)
      listener(state)
      return () => void events.off('state', listener)
    },
    dispose: () => {
      disposed = true
      unsubscribe()
      events.removeAllListeners()
      once.dispose()
      connection.then(
        (open) => open.dispose(),
        () => {},
      )
    },
  }
}
