/** What is done with bytes from outside: five kinds of work, each complete in itself, for whichever process is given it. */
import { type FileKind, maxPreviewSide, type ThumbnailWidth } from '../../../contract/constants'
import { printResolution } from '../../../contract/rules/print-resolution'
import type { Content, Examiner, Owner, PictureLook, PrintSize, Source } from '../../ports/examiner'
import { examine } from './examine'
import { look } from './look'
import { printFile } from './print'
import { looksLikeSvg } from './svg'
import { preview, shrink } from './thumbnail'

export type Work =
  | { readonly kind: 'examine'; readonly bytes: Buffer; readonly as: FileKind }
  | { readonly kind: 'look'; readonly bytes: Buffer }
  | { readonly kind: 'shrink'; readonly bytes: Buffer; readonly width: ThumbnailWidth }
  | { readonly kind: 'preview'; readonly bytes: Buffer }
  | { readonly kind: 'print'; readonly bytes: Buffer; readonly size: PrintSize }

export type Done = Content | PictureLook | Buffer | null

/** Rejects with a Failure 'unsupported-file' when the bytes are not what the work takes. */
export function perform(work: Work): Promise<Done> {
  switch (work.kind) {
    case 'examine':
      return examine(work.bytes, work.as)
    case 'look':
      return look(work.bytes)
    case 'shrink':
      return shrink(work.bytes, work.width)
    case 'preview':
      return preview(work.bytes, maxPreviewSide)
    case 'print':
      return printFile(work.bytes, { format: work.size.format, dpi: (pixels) => printResolution(pixels, work.size).exactDpi })
  }
}

/** What a picture may take of the machine. */
export interface Limits {
  /** Seconds of processor time for pixels. */
  readonly pixelSeconds: number
  /** For a drawing (SVG) that comes in; when it is drawn later it may take twice as long, so that one that was accepted has room. */
  readonly drawingSeconds: number
  /** Bytes of memory, those of the process that works on it included. */
  readonly memory: number
}

/**
 * A hundred million pixels are decoded, turned upright and encoded anew in about 20 seconds and 700 MB. What a designer exports is drawn
 * in a tenth of a second, while a hostile drawing of a few KB can take hours.
 */
export const usualLimits: Limits = { pixelSeconds: 90, drawingSeconds: 6, memory: 1536 * 1024 * 1024 }

/** Most seconds of processor time for a piece of work. */
export function secondsFor({ kind, bytes }: Work, { pixelSeconds, drawingSeconds }: Limits): number {
  if (!looksLikeSvg(bytes)) return pixelSeconds
  return kind === 'examine' ? drawingSeconds : 2 * drawingSeconds
}

/** Runs a piece of work for an owner when it is its turn; `load` reads the bytes then. */
export type Run = (owner: Owner, load: () => Promise<Work>) => Promise<Done>

const read = (source: Source): Promise<Buffer> => (typeof source === 'function' ? source() : Promise.resolve(source))

/** The examiner whose work is done by `run`. */
export function createExaminer(run: Run): Examiner {
  const ask = <T extends Done>(owner: Owner, source: Source, work: (bytes: Buffer) => Work): Promise<T> =>
    run(owner, async () => work(await read(source))) as Promise<T>
  return {
    examine: (source, as, owner) => ask(owner, source, (bytes) => ({ kind: 'examine', bytes, as })),
    look: (source, owner) => ask(owner, source, (bytes) => ({ kind: 'look', bytes })),
    shrink: (source, width, owner) => ask(owner, source, (bytes) => ({ kind: 'shrink', bytes, width })),
    preview: (source, owner) => ask(owner, source, (bytes) => ({ kind: 'preview', bytes })),
    // A caller's object may hold more than these, and only plain values travel to another process.
    print: (source, { format, widthMm, heightMm }, owner) =>
      ask(owner, source, (bytes) => ({ kind: 'print', bytes, size: { format, widthMm, heightMm } })),
  }
}

/** Does the work in this process, without limits: for tests, whose pictures are their own. What a process would not be sent is refused here, too. */
export const directExaminer: Examiner = createExaminer(async (_owner, load) => {
  const work = await load()
  structuredClone({ ...work, bytes: null })
  return perform(work)
})
