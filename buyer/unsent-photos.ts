/**
 * Photos that the buyer chose and the server does not have yet. They are shown in their places from the phone's own file, sent again by
 * themselves while the network fails, also after a reload, and dropped only when the server refuses them or the buyer takes them back.
 * Framework-free.
 */
import { type Cell, createCell } from '../contract/ground/cell'
import type { Crop } from '../contract/rules/appearance'
import type { BuyerPicture, UploadForm } from '../contract/types'
import { BuyerError, type DesignKey, postPhoto, readUploadForm, reportPhoto, type UploadWatch } from './api'
import { type ChosenPhoto, dropPhoto, forgetPhotos, keepPhoto, readPhotos } from './kept-photos'
import { errorText } from './words'

export interface UnsentPhoto extends ChosenPhoto {
  /** Address of the phone's own file, until the photo is uploaded. */
  readonly url: string
  /** A 'waiting' photo is sent again by itself; a 'placing' one is uploaded and being cut out. */
  readonly step: 'sending' | 'waiting' | 'placing'
  /** The sent share, whole per cent. */
  readonly percent: number
  /** Why it was not sent, in words for the buyer. */
  readonly problem: string | null
}

export interface UnsentState {
  readonly photos: readonly UnsentPhoto[]
  /** A message to the buyer about a photo that was dropped; null without one. */
  readonly said: string | null
}

export interface UnsentPhotos {
  readonly state: Cell<UnsentState>
  /** Resolves when the photos that an earlier page left are in the state. */
  readonly loaded: Promise<void>
  /** Keeps a photo and sends it. It replaces an earlier photo for the same layer. */
  keep(photo: ChosenPhoto): void
  /** Begins a choice for a layer. Returns a function that tells whether it is still the last choice. */
  claim(slot: string): () => boolean
  /** Notes the part of a photo that the buyer chose while it is on its way; returns whether it still was. */
  crop(slot: string, crop: Crop): boolean
  /** Sends the waiting photos at once, such as when the network is back. */
  retry(): void
  /** Removes a photo: it is neither sent nor shown any more. */
  cancel(slot: string): void
  /** Removes the message in `said`, once the buyer has read it. */
  hush(): void
  dispose(): void
}

interface UnsentDeps {
  readonly key: DesignKey
  /** Puts an uploaded photo into the design, unless `isWanted` says meanwhile that it was replaced. Resolves to a text about a deviation from the buyer's request; null without one. */
  readonly place: (photo: ChosenPhoto, picture: BuyerPicture, isWanted: () => boolean) => Promise<string | null>
  /** Resolves to the reason if the call failed because the design is deleted. */
  readonly noteGone: (error: unknown) => Promise<BuyerError | null>
}

/** The text where an action has to wait until all photos are uploaded. */
export const unsentText = '照片还没有传完，请等传完再继续；不想用这张照片，可以取消上传'

const retryMs = 5000
const longestRetryMs = 60_000
/** An upload form is valid for a quarter of an hour; it is reused only while enough of that is left to send the photo. */
const formReuseMs = 5 * 60_000

interface Job {
  photo: ChosenPhoto
  readonly ending: AbortController
  /** The photo's upload form, reused after a failure because the number of open forms is limited; null before the first. */
  form: { readonly form: UploadForm; readonly at: number } | null
  isRunning: boolean
  failures: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Unsent photos of designs that this page has opened, by design: they are sent when the design is opened again. */
const left = new Map<number, readonly ChosenPhoto[]>()

/** Forgets the unsent photos of a design that is no more. */
export function forgetUnsent(designId: number): void {
  left.delete(designId)
  void forgetPhotos(designId)
}

/** Uploads a photo, unless an earlier attempt uploaded it and only the answer was lost. */
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
  /** Layers whose photo the buyer chose or took back in this session: what was kept for them is out of date. */
  const decided = new Set<string>()
  let isDisposed = false
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
    // Also one that an earlier page left and that is not read yet.
    void dropPhoto(key.id, slot)
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
  const load = async () => {
    const known = left.get(key.id)
    for (const photo of known ?? (await readPhotos(key.id))) if (!isDisposed && !decided.has(photo.slot)) begin(photo)
  }
  return {
    state,
    loaded: load(),
    keep(photo) {
      decided.add(photo.slot)
      drop(photo.slot, null)
      begin(photo)
      void keepPhoto(key.id, photo)
    },
    claim(slot) {
      const claim = Symbol(slot)
      claims.set(slot, claim)
      return () => claims.get(slot) === claim
    },
    crop(slot, crop) {
      const job = jobs.get(slot)
      if (!job) return false
      job.photo = { ...job.photo, crop }
      remember()
      show(job, { crop })
      void keepPhoto(key.id, job.photo)
      return true
    },
    retry,
    cancel(slot) {
      claims.delete(slot)
      decided.add(slot)
      drop(slot, null)
    },
    hush: () => state.set({ ...state.get(), said: null }),
    dispose() {
      isDisposed = true
      for (const job of jobs.values()) end(job)
      jobs.clear()
    },
  }
}

const refusedText = (error: unknown) => `这张照片不能用：${errorText(error)}`
