/** The mock adapter's platform: a client whose replies come from a cassette. */
import { isPictureKind } from '../../contract/constants'
import { isFields } from '../../contract/ground/fields'
import { messageOf } from '../../contract/ground/thrown'
import type { Cassette } from '../cassette/cassette'
import type { Json } from '../cassette/json'
import { platformError, tooLarge } from '../error-text'
import { chatAddress, plainNick, webAddress } from '../links'
import { onceByKey } from '../once'
import {
  type CallOptions,
  type Capability,
  type HostInfo,
  type LocalFile,
  type Platform,
  PlatformError,
  type PlatformStorage,
  type UploadedFile,
} from '../platform'
import { type ApiUploadDeps, checkedKind, uploadFailure, uploadThroughApi } from '../upload/api-upload'
import type { Clock } from './clock'
import { createPlayer, type PlayerHooks } from './player'

export interface MockPlatformOptions extends ApiUploadDeps {
  readonly cassette: Cassette
  readonly clock: Clock
  readonly storage: PlatformStorage
  readonly hooks?: PlayerHooks
}

/** A platform that can also check whether the whole cassette was used. */
export interface MockPlatform extends Platform {
  /** Throws an Error that lists the unused entries of the cassette. */
  verify(): void
  /** Returns the number of running calls and uploads. */
  pending(): number
  /** Makes one call of the protocol to the recorded client. */
  askClient(method: string, params: unknown): Promise<unknown>
}

const abilities: ReadonlySet<Capability> = new Set<Capability>([
  'cloud.upload',
  'cloud.delete',
  'cloud.storeConfig',
  'marketplace.call',
  'file.save',
  'storage',
  'link.open',
  'chat.open',
])

const badReply = (method: string, reply: Json) => platformError('BAD_REPLY', { stage: method, detail: { reply } })

const text = (reply: Json, field: string): string | null => {
  const value = isFields(reply) ? reply[field] : null
  return typeof value === 'string' && value !== '' ? value : null
}

/**
 * Creates a platform whose client calls are answered only from a cassette. Uploaded pictures still become files of the admin API,
 * so that templates with them can be saved and displayed.
 */
export function createMockPlatform(options: MockPlatformOptions): MockPlatform {
  const { cassette, clock, storage } = options
  const player = createPlayer(cassette, clock, options.hooks)
  const once = onceByKey<UploadedFile>(clock.now)
  const info: HostInfo = {
    environment: 'mock',
    version: cassette.client.qn,
    capabilities: abilities,
    maxFileBytes: cassette.client.maxFileBytes,
  }

  const upload = async (file: LocalFile, kind: number, call: CallOptions): Promise<UploadedFile> => {
    const type = checkedKind(file, kind)
    // As in the qianniu adapter, fonts go directly to the server: the picture space stores pictures only.
    if (!isPictureKind(type)) return uploadThroughApi(options, file, type, call)
    if (file.blob.size > info.maxFileBytes) throw tooLarge(file.name, file.blob.size, info.maxFileBytes)
    const request = { cloudPath: `kejiang/${type}/${file.name}`, fileType: 'image', fileName: file.name, size: file.blob.size }
    const reply = await player.call('cloud.upload', request, call).catch((error) => Promise.reject(uploadFailure(error, 'cloud')))
    const cloudFileId = text(reply, 'fileId')
    if (cloudFileId === null || text(reply, 'url') === null) throw badReply('cloud.upload', reply)
    try {
      return await uploadThroughApi(options, file, type, call)
    } catch (error) {
      // As in the qianniu adapter, a picture that was not registered must not stay in the picture space.
      await player.call('cloud.delete', { fileType: 'image', fileIds: [cloudFileId] }).catch((cause) => {
        const message = messageOf(cause)
        throw new PlatformError('PARTIAL', platformError('PARTIAL').message, {
          cause: error,
          detail: { cloudFileId, originalMessage: message },
        })
      })
      throw error
    }
  }

  return {
    ready: async () => info,
    can: (capability) => abilities.has(capability),
    uploadFile: (file, kind, call = {}) =>
      once.run(call.idempotencyKey, `${kind} ${file.blob.size} ${file.name}`, call, (signal, onProgress) =>
        upload(file, kind, { ...call, signal, onProgress }),
      ),
    deleteCloudFile: async (ids, call) => {
      const reply = await player.call('cloud.delete', { fileType: 'image', fileIds: ids }, call)
      if (reply !== true) throw badReply('cloud.delete', reply)
    },
    callMarketplace: (api, data, call) => player.call('top.invoke', { api, data }, call),
    storeConfig: async (query, call) => {
      const reply = await player.call('cloud.storeConfig', query, call)
      if (!isFields(reply)) throw badReply('cloud.storeConfig', reply)
      return reply
    },
    saveFile: async (file, call) => {
      const reply = await player.call('disk.save', { fileName: file.name, size: file.blob.size }, call)
      const saved = isFields(reply) ? reply.saved : null
      if (typeof saved !== 'boolean') throw badReply('disk.save', reply)
      return { saved }
    },
    storage,
    openLink: async (url) => {
      await player.call('link.open', { url: webAddress(url, options.apiBase) })
    },
    openChat: async (nick) => {
      chatAddress(nick)
      await player.call('chat.open', { nick: plainNick(nick) })
    },
    onState: (listener) => {
      listener('ready')
      return () => {}
    },
    verify: () => {
      const unused = player.unused()
      if (unused.length > 0) {
        throw new Error(
          `cassette ${cassette.name}: never asked for\n${unused.map((entry) => `#${entry.seq} ${entry.key}`).join('\n')}`,
        )
      }
    },
    pending: () => player.pending() + once.running(),
    askClient: (method, params) => player.call(method, params),
    dispose: () => {
      player.dispose()
      once.dispose()
    },
  }
}
