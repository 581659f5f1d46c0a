/** The downloads of whoever is signed in, in this page: they go on when the screen changes. */
import type { QueryClient } from '@tanstack/react-query'
import { delay } from '../../contract/delay'
import { resolveFileUrl } from '../api/file-url'
import { creditKeys } from '../api/queries/credits'
import { reachableBy } from '../api/reachable'
import type { Services } from '../api/services'
import { bestLocks } from '../base/tasks/task-locks'
import { browserTaskStorage } from '../base/tasks/task-storage'
import { createTifClient } from '../imaging/tiff/tiff-client'
import { createArchives } from '../imaging/zip/archive-client'
import { createDownloadStore, type DownloadStore, type StoreDeps } from './download-store'
import { fetchPicture, PictureError } from './fetch-picture'
import { readInkProfile } from './ink-profile'
import type { MakeTif } from './prepare'
import type { RunPlan } from './run-record'
import { runRecords } from './run-record'

/** Chromium's; not in TypeScript's library. */
interface AskingHandle {
  requestPermission(options: { mode: 'readwrite' }): Promise<PermissionState>
}
const canAsk = (handle: unknown): handle is AskingHandle =>
  typeof handle === 'object' && handle !== null && 'requestPermission' in handle

const mayWrite = async ({ place }: RunPlan): Promise<boolean> =>
  place.kind !== 'folder' || !canAsk(place.handle) || (await place.handle.requestPermission({ mode: 'readwrite' })) === 'granted'

function tifMaker(): MakeTif {
  const client = createTifClient()
  return async ({ bytes, type, dpi, format }) => {
    const profile = format.colors === 'cmyk' ? await readInkProfile() : null
    if (format.colors === 'cmyk' && profile === null) {
      throw new PictureError('没有 CMYK 颜色配置文件，请在下载设置里选择工厂给的配置文件')
    }
    try {
      return await client.make({ bytes, type, dpi, transparency: format.transparency, ...(profile && { inks: profile.bytes }) })
    } catch (error) {
      throw new PictureError(error instanceof Error ? error.message : String(error))
    }
  }
}

function depsOf({ api, platform }: Pick<Services, 'api' | 'platform'>, queries: QueryClient, account: string): StoreDeps {
  const storage = browserTaskStorage('kejiang-downloads')
  return {
    charge: async ({ ids, confirmed }, idempotencyKey, signal) => {
      const body = { customizationIds: [...ids], ...(confirmed && { confirmed: [...confirmed] }) }
      const reply = await api.usageRecords.charge({ body }, { idempotencyKey, signal, quiet: true })
      void queries.invalidateQueries({ queryKey: creditKeys.all })
      return reply
    },
    deliver: (ids, signal) => api.usageRecords.deliver({ body: { customizationIds: [...ids] } }, { signal, quiet: true }),
    correct: async (customizationIds, signal) => {
      const { corrected } = await api.usageRecords.correct(
        { body: { customizationIds: [...customizationIds] } },
        { signal, quiet: true },
      )
      if (corrected.length > 0) void queries.invalidateQueries({ queryKey: creditKeys.all })
      return corrected
    },
    fetchPicture: (url, signal) => fetchPicture(resolveFileUrl(url), { signal }),
    makeTif: tifMaker(),
    save: async (name, blob) => (await platform.saveFile({ name, blob }, { toDownloads: true })).saved,
    records: runRecords(storage, account),
    locks: bestLocks(storage),
    openArchives: createArchives,
    mayWrite,
    isOnline: () => navigator.onLine,
    reachable: reachableBy(api),
    wait: delay,
    now: Date.now,
    // What is lost is the offer to go on after a reload; the download itself tells of its own failures.
    problem: () => undefined,
  }
}

const stores = new WeakMap<object, Map<string, DownloadStore>>()

/** The same store for as long as the page and the account stay. */
export function downloadsOf(services: Pick<Services, 'api' | 'platform'>, queries: QueryClient, account: string): DownloadStore {
  const own = stores.get(services.api) ?? new Map<string, DownloadStore>()
  stores.set(services.api, own)
  const store = own.get(account) ?? createDownloadStore(depsOf(services, queries, account))
  own.set(account, store)
  return store
}
