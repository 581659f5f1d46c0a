/**
 * A download as it lies in the browser's database, so that a closed tab loses nothing: its plan (written once, before anything is
 * charged), how far it is (charge and archives), and what became of each picture, one small record each.
 */

import type { PreflightRow } from '../../contract/types'
import type { TaskStorage } from '../base/tasks/task-storage'
import type { ZipEntry } from '../base/zip-format'
import type { ArchivePlace } from '../imaging/zip/messages'
import type { PictureFormat } from './formats'
import type { DownloadKind, Picture } from './pictures'

export interface RunPlan {
  readonly id: string
  readonly kind: DownloadKind
  /** ms since 1970. */
  readonly startedAt: number
  /** yyyyMMddHHmmss in the archives' names. */
  readonly stamp: string
  /** Idempotency key of the charge: the same for as long as this download lives. Null: nothing is charged. */
  readonly chargeKey: string | null
  readonly pictures: readonly Picture[]
  /** Customizations the seller wants in spite of what was found; absent in a download that an older version began. */
  readonly confirmed?: readonly number[]
  /** Path of each picture in its archive, without the ending. */
  readonly paths: readonly string[]
  /** Of the download that these are a second try of: what its tables said of the other pictures, which these tables repeat. */
  readonly earlier?: EarlierRows
  /** Folder of each shop. */
  readonly folders: readonly (readonly [shopId: number, folder: string])[]
  readonly orderIdFile: boolean
  readonly format: PictureFormat
  readonly place: ArchivePlace
  /** Most bytes of an archive; a single file may be larger. */
  readonly maxBytes: number
  /** Most bytes of an archive whatever lies in it, because the platform saves no more; null: any. */
  readonly saveLimit: number | null
}

/** A table is in the order in which its pictures were ticked. */
export interface EarlierRows {
  readonly rows: readonly { readonly place: number; readonly cells: readonly (string | number)[] }[]
  /** Pictures of these rows that lie in an archive. */
  readonly pictures: readonly Pick<Picture, 'shopId' | 'platformNumbers'>[]
  /** Where those of this download stand among them. */
  readonly places: readonly number[]
}

/** What the server answered to the charge. */
export interface Charged {
  readonly charged: readonly number[]
  readonly alreadyCharged: readonly number[]
  readonly insufficient: readonly number[]
  /** Left out because of what the server found at the charge; absent in a download that an older version began. */
  readonly refused?: readonly PreflightRow[]
  /** Addresses of what is paid for; absent in a download that an older version began. */
  readonly images?: readonly { readonly customizationId: number; readonly customizedImageUrl: string }[]
  /** The balance after it. */
  readonly credits: number
}

export const refusedIds = ({ refused = [] }: Charged): number[] => refused.map(({ customizationId }) => customizationId)

/** Addresses of customized images by customization, as the charge gave them. */
export const addressesOf = (charge: Charged | null): ReadonlyMap<number, string> =>
  new Map(charge?.images?.map(({ customizationId, customizedImageUrl }) => [customizationId, customizedImageUrl]))

export interface Part {
  /** From 1. */
  readonly number: number
  readonly name: string
  /** open: being written; made: whole, and not on the seller's disk yet; saved: there. */
  readonly state: 'open' | 'made' | 'saved'
  /** Holds the table of the whole download: nothing comes after it. */
  readonly last: boolean
}

export interface RunState {
  readonly charge: Charged | null
  /** The seller wants what the balance reached for, without the rest. */
  readonly acceptsShort: boolean
  /** The seller goes on without what the server refused. */
  readonly acceptsRefused?: boolean
  /** A further charge, of what an earlier one left out. Kept before it is asked for: `number` makes its key. */
  readonly again?: {
    readonly number: number
    readonly ids: readonly number[]
    readonly confirmed: readonly number[]
    /** There was no answer yet. */
    readonly isOpen: boolean
  }
  readonly parts: readonly Part[]
  /** ms since 1970. */
  readonly endedAt: number | null
}

export interface DoneResult {
  readonly state: 'done'
  readonly part: number
  readonly entry: ZipEntry
  /** px; null for a picture whose size is not in its header. */
  readonly width: number | null
  readonly height: number | null
  /** For the seller, beside the file in the table. */
  readonly notes: readonly string[]
}
export interface FailedResult {
  readonly state: 'failed'
  readonly reason: string
  /** It was not charged for, and not fetched. */
  readonly unpaid?: true
  /** The server found no picture there either: its credits came back. */
  readonly corrected?: true
}
export type Result = DoneResult | FailedResult

/** The reason of what an older version left unpaid. */
export const unpaid = '点数不足，没有扣点，也没有下载'

/** Whether it was paid for and may be fetched again, or found missing. */
export const wasPaidFor = ({ unpaid: isUnpaid, reason, corrected }: FailedResult): boolean =>
  !isUnpaid && reason !== unpaid && !corrected

export interface StoredRun {
  readonly plan: RunPlan
  readonly state: RunState
  /** By place in the plan. */
  readonly results: ReadonlyMap<number, Result>
}

export const freshState: RunState = { charge: null, acceptsShort: false, parts: [], endedAt: null }

export type RunRecords = ReturnType<typeof runRecords>

/** Kept by an earlier version of this page, a picture may lack what is known of it today. */
const whole = (plan: RunPlan): RunPlan => ({
  ...plan,
  pictures: plan.pictures.map((picture) => {
    const unnoted = { merchantSku: '', buyerMessage: '', sellerMemo: '', hold: '' }
    return Object.assign({ platformNumbers: [picture.orderOriginalId] }, unnoted, picture)
  }),
})

/** Reads and writes the downloads of one account. */
export function runRecords(storage: TaskStorage, account: string) {
  const base = `${encodeURIComponent(account)}/`
  const planKey = (id: string) => `${base}plan/${id}`
  const stateKey = (id: string) => `${base}state/${id}`
  const resultPrefix = (id: string) => `${base}result/${id}/`

  return {
    /** Whether what is written here outlives the page. */
    areLasting: (): boolean => storage.isLasting?.() !== false,
    async list(): Promise<readonly string[]> {
      const prefix = planKey('')
      return (await storage.keys(prefix)).map((key) => key.slice(prefix.length))
    },
    async load(id: string): Promise<StoredRun | null> {
      const prefix = resultPrefix(id)
      const keys = await storage.keys(prefix)
      const [plan, state, ...results] = await storage.read([planKey(id), stateKey(id), ...keys])
      if (plan === undefined || state === undefined) return null
      return {
        plan: whole(plan as RunPlan),
        state: state as RunState,
        results: new Map(keys.map((key, place) => [Number(key.slice(prefix.length)), results[place] as Result])),
      }
    },
    create: ({ plan, state }: Pick<StoredRun, 'plan' | 'state'>) =>
      storage.write([
        [planKey(plan.id), plan],
        [stateKey(plan.id), state],
      ]),
    writeState: (id: string, state: RunState) => storage.write([[stateKey(id), state]]),
    writeResults: (id: string, results: readonly (readonly [number, Result])[]) =>
      storage.write(results.map(([place, result]) => [`${resultPrefix(id)}${place}`, result])),
    removeResults: (id: string, places: readonly number[]) =>
      storage.remove(places.map((place) => `${resultPrefix(id)}${place}`)),
    async remove(id: string): Promise<void> {
      await storage.remove([planKey(id), stateKey(id), ...(await storage.keys(resultPrefix(id)))])
    },
  }
}
