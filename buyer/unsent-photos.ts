/**
 * Photos that the buyer chose and the server does not have yet. They are shown in their places from the phone's own file, sent again by
 * themselves while the network fails, and dropped only when the server refuses them or the buyer takes them back. Framework-free.
 */
import type { AiCutoutType } from '../contract/constants'
import { type Cell, createCell } from '../contract/ground/cell'
import type { BuyerPicture, UploadForm } from '../contract/types'
import type { Size } from '../design/model/types'
import { BuyerError, type DesignKey, postPhoto, readUploadForm, reportPhoto, type UploadWatch } from './api'
import { errorText } from './words'

/** A photo with the place that it was chosen for. */
export interface ChosenPhoto {
  /** uuid of the layer that it goes into; of one that is yet to be added where `isAdded`. */
  readonly slot: string
  readonly isAdded: boolean
  /** What is cut out of it when it is uploaded; null for nothing. */
  readonly cutout: AiCutoutType | null
  readonly blob: Blob
  readonly name: string
  /** px */
  readonly size: Size
}

export interface UnsentPhoto extends ChosenPhoto {
  /** Address of the phone's own file, until the photo is uploaded. */
  readonly url: string
  /** 'waiting' is sent again by itself; 'placing' is uploaded and being cut out. */
  readonly step: 'sending' | 'waiting' | 'placing'
  /** How much is sent, whole per cent. */
  readonly percent: number
  /** Why it was not sent, in words for the buyer. */
  readonly problem: string | null
}

export interface UnsentState {
  readonly photos: readonly UnsentPhoto[]
  /** What became of a photo that is not kept any more, in words for the buyer; null for nothing to say. */
  readonly said: string | null
}

export interface UnsentPhotos {
  readonly state: Cell<UnsentState>
  /** Keeps a photo and sends it. The last one chosen for a place wins. */
  keep(photo: ChosenPhoto): void
  /** Begins a choice for a place. Returns a function that tells whether it is still the last one. */
  claim(slot: string): () => boolean
  /** Sends at once what waits, as when the network is back. */
  retry(): void
  /** Takes a photo back: it is neither sent nor shown any more. */
  cancel(slot: string): void
  /** Takes note that the buyer has read what was said. */
  hush(): void
  dispose(): void
}

interface UnsentDeps {
  readonly key: DesignKey
  /** Puts an uploaded photo into the design, unless `isWanted` says meanwhile that it was replaced. Resolves to words about what went otherwise. */
  readonly place: (photo: ChosenPhoto, picture: BuyerPicture, isWanted: () => boolean) => Promise<string | null>
  /** Resolves to the reason if the call failed because the design is deleted. */
  readonly noteGone: (error: unknown) => Promise<BuyerError | null>
}

/** Said wherever all of the design has to be with the server. */
export const unsentText = '照片还没有传完，请等传完再继续；不想用这张照片，可以取消上传'

const retryMs = 5000
const longestRetryMs = 60_000
/** A form may be posted for a quarter of an hour; it is used again only while that leaves time to send. */
const formReuseMs = 5 * 60_000

interface Job {
  readonly photo: ChosenPhoto
  readonly ending: AbortController
  /** Photos under way are limited, so a failed one is posted to the form that it was announced with. */
  form: { readonly form: UploadForm; readonly at: number } | null
  isRunning: boolean
  failures: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/** What was not sent when a design was left, by design: it is taken up again when the design is opened. */
const left = new Map<number, readonly ChosenPhoto[]>()

/** Forgets the unsent photos of a design that is no more. */
export function forgetUnsent(designId: number): void {
  left.delete(designId)
}

/** Uploads a photo, unless an earlier try did whose answer was lost. */
async function send(key: DesignKey, job: Job, watch: UploadWatch): Promise<BuyerPicture> {
  const { blob, name } = job.photo
  if (job.form) {
    const arrived = await reportPhoto(key, job.form.form.fileId).catch((error: unknown) => {
      if (error instanceof BuyerError && error.code === 'invalid') return null
      throw error
    })
    if (arrived) return arrived
  }
  if (!job.form || Date.now() - job.form.at > formReuseMs) job.form = { form: await readUploadForm(key, name), at: Date.now() }
  const { form } = job.form
  await postPhoto(form, blob, name, watch)
  return reportPhoto(key, form.fileId)
}

export function openUnsentPhotos({ key, place, noteGone }: UnsentDeps): UnsentPhotos {
  const jobs = new Map<string, Job>()
  const claims = new Map<string, symbol>()
  const state = createCell<UnsentState>({ photos: [], said: null })
  const isWanted = (job: Job) => jobs.get(job.photo.slot) === job
  const show = ({ photo: { slot } }: Job, change: Partial<UnsentPhoto>) => {
    const { photos, said } = state.get()
    state.set({ photos: photos.map((one) => (one.slot === slot ? { ...one, ...change } : one)), said })
  }
  const remember = () =>
    left.set(
      key.id,
      [...jobs.values()].map(({ photo }) => photo),
    )
  const end = (job: Job) => {
    clearTimeout(job.timer)
    job.ending.abort()
  }
  /** Takes a photo out; `said` tells why, where the buyer did not ask for it. */
  const drop = (slot: string, said: string | null) => {
    const job = jobs.get(slot)
    if (!job) return
    end(job)
    jobs.delete(slot)
    remember()
    const { photos } = state.get()
    URL.revokeObjectURL(photos.find((one) => one.slot === slot)?.url ?? '')
    state.set({ photos: photos.filter((one) => one.slot !== slot), said })
  }
  const run = async (job: Job): Promise<void> => {
    clearTimeout(job.timer)
    if (job.isRunning || !isWanted(job)) return
    job.isRunning = true
    show(job, { step: 'sending', percent: 0, problem: null })
    try {
      const onSent = (share: number) => isWanted(job) && show(job, { percent: Math.floor(share * 100) })
      const picture = await send(key, job, { signal: job.ending.signal, onSent })
      if (!isWanted(job)) return
      show(job, { step: 'placing' })
      const said = await place(job.photo, picture, () => isWanted(job))
      if (isWanted(job)) drop(job.photo.slot, said)
    } catch (error) {
      if (!isWanted(job)) return
      const gone = await noteGone(error)
      if (gone || (error instanceof BuyerError && !error.isPassing)) drop(job.photo.slot, gone ? null : refusedText(error))
      else {
        show(job, { step: 'waiting', problem: errorText(error) })
        job.timer = setTimeout(() => void run(job), Math.min(longestRetryMs, retryMs * 2 ** job.failures))
        job.failures += 1
      }
    } finally {
      job.isRunning = false
    }
  }
  const begin = (photo: ChosenPhoto) => {
    drop(photo.slot, null)
    const job: Job = { photo, ending: new AbortController(), form: null, isRunning: false, failures: 0, timer: undefined }
    jobs.set(photo.slot, job)
    remember()
    const shown: UnsentPhoto = { ...photo, url: URL.createObjectURL(photo.blob), step: 'sending', percent: 0, problem: null }
    state.set({ photos: [...state.get().photos, shown], said: null })
    void run(job)
  }
  const retry = () => {
    for (const job of jobs.values()) {
      job.failures = 0
      void run(job)
    }
  }
  for (const photo of left.get(key.id) ?? []) begin(photo)
  return {
    state,
    keep: begin,
    claim(slot) {
      const claim = Symbol(slot)
      claims.set(slot, claim)
      return () => claims.get(slot) === claim
    },
    retry,
    cancel(slot) {
      claims.delete(slot)
      drop(slot, null)
    },
    hush: () => state.set({ ...state.get(), said: null }),
    dispose() {
      for (const job of jobs.values()) end(job)
      jobs.clear()
    },
  }
}

const refusedText = (error: unknown) => `这张照片不能用：${errorText(error)}`
