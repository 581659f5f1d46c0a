/** The platform adapter for the Qianniu client. */
import { EventEmitter } from 'eventemitter3'
import type { BlobHandle, Welcome } from '../../bridge/core/types'
import type { HostConnection } from '../../bridge/page/types'
import { fileKind } from '../../contract/constants'
import { isFields } from '../../contract/rules/fields'
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
const anywhere: readonly Capability[] = ['file.save', 'storage', 'link.open', 'chat.open']

function hostInfo({ caps, client, limits }: Welcome, throughHost: boolean, { saving }: ChosenLimits): HostInfo {
  const able = Object.entries(methodOf).filter(([, method]) => caps.includes(method))
  return {
    environment: 'qianniu',
    version: client,
    capabilities: new Set([
      ...able.map(([name]) => name as Capability),
      ...anywhere,
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
  let offers: readonly string[] = []
  let disposed = false
  let leave = () => {}
  let chosen = defaultChoice('none')
  let choosing: Promise<unknown> | undefined
  let isTidied = false

  const tell = (next: ConnectionState) => {
    if (next === state) return
    state = next
    events.emit('state', next)
  }
  connection.then(
    (open) => {
      if (disposed) return
      tell(open.state())
      leave = open.onState(tell)
    },
    () => tell('lost'),
  )

  const ready = async (): Promise<HostInfo> => {
    const welcome = await viaBridge((await connection).ready())
    offers = welcome.caps
    choosing ??= keptReport.read().then((stored) => goBy(chooseLimits(stored, welcome.client)))
    await choosing
    info = hostInfo(welcome, throughHost, chosen)
    if (!isTidied && offers.includes('cloud.delete')) {
      isTidied = true
      // Delete pictures that earlier pages left in the seller's picture space; nothing waits for this.
      void removeStale({ connection: await connection, journal })
    }
    return info
  }
  const goBy = async (next: ChosenLimits): Promise<ChosenLimits> => {
    const { frame, answer, chunk } = next
    const before = chosen
    chosen = next
    if (next.from === 'report' || before.from === 'report') {
      ;(await connection).setLimits({
        ...(frame === undefined ? {} : { frame }),
        ...(answer === undefined ? {} : { answer }),
        ...(chunk === undefined ? {} : { chunk }),
      })
    }
    return next
  }

  const limited = ({ signal, timeoutMs, onProgress, idempotencyKey }: CallOptions = {}) => ({
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
        ...limited(more.call),
        ...(guard ? { guard } : {}),
        ...(write === undefined ? {} : { write }),
      }),
    )
  }
  const offered = async (method: string): Promise<boolean> => {
    await ready()
    return offers.includes(method)
  }

  const soon = { timeoutMs: storageMs }
  const clientStorage: PlatformStorage = {
    get: (key) => call('storage.get', { key }, { guard: isTextOrNull, call: soon }),
    set: async (key, value) => {
      await call('storage.set', { key, value }, { guard: isTrue, call: soon })
    },
    remove: async (key) => {
      await call('storage.remove', { key }, { guard: isTrue, call: soon })
    },
  }
  const storage = optionalStorage(
    async () => ((await offered('storage.get')) && chosen.storage === 'client' ? clientStorage : null),
    options.ownStorage,
  )
  const journal = cloudJournal(storage, options.epochNow ?? Date.now)
  const keptReport = createReportStore(options.ownStorage, () => (offers.includes('storage.get') ? clientStorage : null))
  /** Sends a file to the host, passes its handle to `use`, and frees it afterwards in any case. */
  const withSentFile = async <T>(file: LocalFile, own: CallOptions | undefined, use: (handle: BlobHandle) => Promise<T>) => {
    const open = await connection
    const { signal, timeoutMs } = own ?? {}
    const sending = {
      name: file.name,
      type: file.blob.type,
      ...(signal ? { signal } : {}),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }
    const handle = await viaBridge(open.sendBlob(file.blob, sending))
    try {
      return await use(handle)
    } finally {
      open.call('blob.free', { blob: handle.blob }, { timeoutMs: 5000 }).catch(() => undefined)
    }
  }
  const saveThroughClient = (file: LocalFile, own?: CallOptions) =>
    withSentFile(file, own, (handle) => call('disk.save', { file: handle, fileName: file.name }, { guard: isSaved, call: own }))
  const diagnosis = createDiagnosis({
    connection,
    withSentFile,
    saveThroughClient,
    throughHost,
    shape: options.shape ?? (() => ''),
    pageStorage: options.ownStorage,
    clientStorage: async () => ((await offered('storage.get')) ? clientStorage : null),
    chosen: () => chosen,
    use: async (report) => {
      const { version } = await ready()
      await keptReport.write(report)
      return goBy(chooseLimits(report, version))
    },
    forget: async () => {
      await ready()
      await keptReport.remove()
      return goBy(defaultChoice('none'))
    },
  })

  return {
    ready,
    can: (capability) => info?.capabilities.has(capability) ?? false,
    uploadFile: (file, kind, own = {}) =>
      once.run(own.idempotencyKey, `${kind} ${file.blob.size} ${file.name}`, own, async (signal, onProgress) =>
        // Fonts go to the API, because the picture space accepts pictures of up to 3 MB and a Chinese font may have 20 MB. So do
        // pictures if the client cannot write files: it then does not offer `cloud.upload`.
        kind === fileKind.font || !(await offered('cloud.upload')) || chosen.upload === 'api'
          ? uploadThroughApi({ ...options, readInBatches: throughHost }, file, kind, { ...own, signal, onProgress })
          : uploadThroughClient({ ...options, journal, connection: await connection }, file, kind, {
              ...own,
              signal,
              onProgress,
            }),
      ),
    deleteCloudFile: async (cloudFileIds, own) => {
      await call('cloud.delete', { fileIds: cloudFileIds, fileType: 'image' }, { guard: isTrue, call: own })
    },
    callMarketplace: (api, data, own) => call('top.invoke', { api, data }, { write: !onlyReads(api), call: own }),
    storeConfig: (query, own) => call('cloud.storeConfig', query, { guard: isFields, call: own }),
    saveFile: async (file, own) => {
      const byClient = await offered('disk.save')
      const [way] = chosen.saving.filter((one) => one !== 'client' || byClient)
      if (way === 'client') return saveThroughClient(file, own)
      // `toDownloads` is ignored: only the chosen way is known to work in this client.
      const { pickFile, download } = pageSaving()
      return saveFile(file, { pickFile: way === 'download' ? undefined : pickFile, download })
    },
    storage,
    diagnosis,
    ...(throughHost
      ? {
          http: async (request, own) => {
            if (!request.path.startsWith('/api/'))
              throw platformError('PROTOCOL', { stage: 'http', detail: { path: request.path } })
            return call('http', request, {
              guard: isRelayedResponse,
              write: request.method !== 'GET',
              call: { timeoutMs: 60_000, ...own },
            })
          },
        }
      : {}),
    openLink: async (url) => {
      const address = webAddress(url, options.apiBase)
      if (await offered('link.open')) await call('link.open', { url: address }, { guard: isTrue })
      else openInPage(address)
    },
    openChat: async (nick) => {
      if (await offered('chat.open')) await call('chat.open', { nick: `cntaobao${plainNick(nick)}` }, { guard: isTrue })
      else openInPage(chatAddress(nick))
    },
    onState: (listener) => {
      events.on('state', listener)
      listener(state)
      return () => void events.off('state', listener)
    },
    dispose: () => {
      disposed = true
      leave()
      events.removeAllListeners()
      once.dispose()
      connection.then(
        (open) => open.dispose(),
        () => {},
      )
    },
  }
}
