/** Connects the task kind of downloads to the server, the platform and this browser. The task store loads it. */
import type { SaveResult } from '../../adapters/platform'
import { createBufferPool } from '../../contract/ground/buffer-pool'
import { delay } from '../../contract/ground/delay'
import { createArchives } from '../../imaging/zip/archive-client'
import type { ArchiveDestination } from '../../imaging/zip/messages'
import { resolveFileUrl } from '../api/file-url'
import { materialsQuery } from '../api/queries/catalogue'
import { creditKeys } from '../api/queries/credits'
import { orderKeys, orderQuery } from '../api/queries/orders'
import { printProfilesQuery } from '../api/queries/print-profiles'
import type { TaskServices } from '../api/services'
import { fetchPicture } from '../base/fetch-picture'
import { type DownloadPorts, downloadKind } from './download-kind'
import { makePrint } from './make-print'
import type { SaveOutcome } from './part-writer'

/** Chromium's method, which TypeScript's library lacks. */
interface PermissionHandle {
  requestPermission(options: { mode: 'readwrite' }): Promise<PermissionState>
}
const canRequestPermission = (handle: unknown): handle is PermissionHandle =>
  typeof handle === 'object' && handle !== null && 'requestPermission' in handle

async function mayWrite(destination: ArchiveDestination): Promise<boolean> {
  if (destination.kind !== 'folder' || !canRequestPermission(destination.handle)) return true
  // Without a recent user gesture the browser rejects instead of asking; the seller's click on 重试 is one.
  const answer = await destination.handle.requestPermission({ mode: 'readwrite' }).catch(() => 'denied')
  return answer === 'granted'
}

/** Memory of fetched pictures, which goes to the worker of the archives and back. */
const buffers = createBufferPool()

function outcomeOf({ saved, unseen, needsClick }: SaveResult): SaveOutcome {
  if (needsClick) return 'needs-click'
  if (!saved) return 'closed'
  return unseen ? 'unseen' : 'saved'
}

const portsOf = ({ api, platform, queries }: TaskServices): DownloadPorts => ({
  requestCharge: async ({ ids, confirmed, price }, idempotencyKey, signal) => {
    const body = {
      customizationIds: [...ids],
      ...(confirmed && { confirmed: [...confirmed] }),
      creditsPerImage: price,
    }
    const reply = await api.usageRecords.charge({ body }, { idempotencyKey, signal, quiet: true })
    void queries.invalidateQueries({ queryKey: creditKeys.all })
    return reply
  },
  deliver: (ids, signal) => api.usageRecords.deliver({ body: { customizationIds: [...ids] } }, { signal, quiet: true }),
  correct: async (customizationIds, signal) => {
    const { returned } = await api.usageRecords.correct(
      { body: { customizationIds: [...customizationIds] } },
      { signal, quiet: true },
    )
    if (returned.length > 0) void queries.invalidateQueries({ queryKey: creditKeys.all })
    return returned
  },
  fetchPicture: (url, signal) => fetchPicture(resolveFileUrl(url), { signal, buffers }),
  makePrint: (request) =>
    makePrint(request, {
      profiles: () => queries.fetchQuery(printProfilesQuery(api)),
      materials: () => queries.fetchQuery({ ...materialsQuery(api), meta: { quiet: true } }),
      wireframe: async ({ orderId, customizationId }) => {
        const { snapshots } = await queries.fetchQuery({ ...orderQuery(api, orderId), staleTime: 60_000 })
        return snapshots.find((one) => one.customizationId === customizationId)?.snapshot.wireframe ?? null
      },
    }),
  openArchives: () => createArchives({ buffers }),
  mayWrite,
  save: async (name, blob) => outcomeOf(await platform.saveFile({ name, blob }, { toDownloads: true })),
  readPrice: async (signal) => {
    void queries.invalidateQueries({ queryKey: creditKeys.all })
    return (await api.credits.current({}, { signal, quiet: true })).creditsPerImage
  },
  isOnline: () => navigator.onLine,
  wait: delay,
  runLater: (work, ms) => void setTimeout(work, ms),
  ordersChanged: () => void queries.invalidateQueries({ queryKey: orderKeys.all }),
})

export default downloadKind(portsOf)
