/**
 * The kinds of work on untrusted bytes, and their time and memory limits. Runs in a picture process, or directly in tests.
 */
import { type FileKind, maxPreviewSide, type ThumbnailWidth } from '../../../contract/constants'
import { printResolution } from '../../../contract/rules/print-resolution'
import type { Content, Examiner, Owner, PictureAnalysis, PrintSize, Source } from '../../ports/examiner'
import type { OutlinedText, PictureComparison, ShownOn, TextOutline } from '../../ports/renderer'
import type { DrawableDesign } from '../render/draw-design'
import type { ListingWork } from '../render/listing'
import type { MockupPictures } from '../render/mockup'
import type { PieceWork, PreparedPiece, SheetWork, WrittenSheet } from '../render/sheets/sheet-work'
import { analysePicture } from './analyse'
import { looksLikeSvg } from './drawing/looks-like-svg'
import { examine } from './examine'
import { printFile } from './print'
import { preview, shrink, snapshot } from './thumbnail'

export type Work =
  | { readonly kind: 'examine'; readonly bytes: Buffer; readonly as: FileKind }
  | { readonly kind: 'analyse'; readonly bytes: Buffer }
  | { readonly kind: 'shrink'; readonly bytes: Buffer; readonly width: ThumbnailWidth }
  | { readonly kind: 'preview'; readonly bytes: Buffer }
  | { readonly kind: 'snapshot'; readonly bytes: Buffer }
  | { readonly kind: 'print'; readonly bytes: Buffer; readonly size: PrintSize }
  | { readonly kind: 'design'; readonly bytes: Buffer; readonly design: DrawableDesign }
  /** The print, then the same on its case. */
  | { readonly kind: 'shown'; readonly bytes: Buffer; readonly design: DrawableDesign; readonly on: ShownOn | null }
  | { readonly kind: 'own'; readonly bytes: Buffer; readonly dpi: number }
  | { readonly kind: 'mockup'; readonly bytes: Buffer; readonly input: MockupPictures }
  | { readonly kind: 'listing'; readonly bytes: Buffer; readonly input: ListingWork }
  /** `bytes` is the font. */
  | { readonly kind: 'texts'; readonly bytes: Buffer; readonly texts: readonly OutlinedText[] }
  /** `bytes` is the new picture. */
  | { readonly kind: 'compare'; readonly bytes: Buffer; readonly old: Uint8Array }
  /** `bytes` is the picture of a piece. */
  | { readonly kind: 'sheet-piece'; readonly bytes: Buffer; readonly piece: PieceWork }
  | { readonly kind: 'sheet'; readonly bytes: Buffer; readonly sheet: SheetWork }

export type WorkResult =
  | Content
  | PictureAnalysis
  | PictureComparison
  | readonly TextOutline[]
  | PreparedPiece
  | WrittenSheet
  | Buffer
  | readonly Buffer[]
  | null

/** Rejects with a Failure 'unsupported-file' when the bytes are not what the work accepts. */
export async function perform(work: Work): Promise<WorkResult> {
  switch (work.kind) {
    case 'examine':
      return examine(work.bytes, work.as)
    case 'analyse':
      return analysePicture(work.bytes)
    case 'shrink':
      return shrink(work.bytes, work.width)
    case 'preview':
      return preview(work.bytes, maxPreviewSide)
    case 'snapshot':
      return snapshot(work.bytes)
    case 'print':
      return printFile(work.bytes, {
        format: work.size.format,
        inks: work.size.inks,
        dpi: (pixels) => printResolution(pixels, work.size).exactDpi,
      })
    // A process that draws no designs does not load the canvas.
    case 'design':
      return (await import('../render/draw-design')).drawDesign(work.design)
    case 'shown':
      return (await import('../render/draw-design')).drawShown(work.design, work.on)
    case 'own':
      return (await import('../render/own-drawing')).drawOwn(work.bytes, work.dpi)
    case 'mockup':
      return (await import('../render/mockup')).drawMockup(work.input)
    case 'listing':
      return (await import('../render/listing')).drawListing(work.input)
    case 'texts':
      return (await import('../render/outline-text')).outlineTexts(work.bytes, work.texts)
    case 'compare':
      return (await import('../render/compare')).comparePictures(work.old, work.bytes)
    case 'sheet-piece':
      return (await import('../render/sheets/prepare-piece')).preparePiece(work.bytes, work.piece)
    case 'sheet':
      return (await import('../render/sheets/write-sheet')).writeSheet(work.sheet)
  }
}

/** Limits of the work on one picture. */
export interface Limits {
  /** Seconds of processor time for raster pictures. */
  readonly pixelSeconds: number
  /** Seconds for examining a drawing (SVG). Later work on it may take twice as long, so that an accepted drawing has a margin. */
  readonly drawingSeconds: number
  /** Bytes of memory of the whole process that works on it. */
  readonly memory: number
}

/**
 * Decoding, rotating and re-encoding a hundred million pixels takes about 20 seconds and 700 MB. Drawings that design programs
 * export take a tenth of a second, while a hostile drawing of a few KB can take hours.
 */
export const defaultLimits: Limits = { pixelSeconds: 90, drawingSeconds: 6, memory: 1536 * 1024 * 1024 }

/** Bytes of samples that the slowest machine that we know of compresses in a second, by the slowest compression. */
const sheetBytesPerSecond = 5_000_000

/** Maximum seconds of processor time for a piece of work. */
export function secondsFor(work: Work, { pixelSeconds, drawingSeconds }: Limits): number {
  if (work.kind === 'sheet') return pixelSeconds + work.sheet.bytes / sheetBytesPerSecond
  if (!looksLikeSvg(work.bytes)) return pixelSeconds
  return work.kind === 'examine' ? drawingSeconds : 2 * drawingSeconds
}

/**
 * Runs a piece of work when it is the owner's turn; `load` reads the bytes only then. When `signal` is aborted, work that waits is given up,
 * work that goes on is ended with its process, and both reject with the signal's reason.
 */
export type Run = (owner: Owner, load: () => Promise<Work>, signal?: AbortSignal) => Promise<WorkResult>

const readSource = (source: Source): Promise<Buffer> => (typeof source === 'function' ? source() : Promise.resolve(source))

/** Creates an examiner whose work is done by `run`. */
export function createExaminer(run: Run): Examiner {
  const runWork = <T extends WorkResult>(owner: Owner, source: Source, work: (bytes: Buffer) => Work): Promise<T> =>
    run(owner, async () => work(await readSource(source))) as Promise<T>
  return {
    examine: (source, as, owner) => runWork(owner, source, (bytes) => ({ kind: 'examine', bytes, as })),
    analyse: (source, owner) => runWork(owner, source, (bytes) => ({ kind: 'analyse', bytes })),
    shrink: (source, width, owner) => runWork(owner, source, (bytes) => ({ kind: 'shrink', bytes, width })),
    preview: (source, owner) => runWork(owner, source, (bytes) => ({ kind: 'preview', bytes })),
    snapshot: (source, owner) => runWork(owner, source, (bytes) => ({ kind: 'snapshot', bytes })),
    // The caller's object may have further fields, and only plain values can be sent to another process.
    print: (source, { format, widthMm, heightMm, inks }, owner) =>
      runWork(owner, source, (bytes) => ({ kind: 'print', bytes, size: { format, widthMm, heightMm, inks } })),
  }
}

/** Works in this process without limits, for tests, whose pictures are trusted. Refuses what could not be sent to a process. */
export const runDirectly: Run = async (_owner, load, signal) => {
  signal?.throwIfAborted()
  const work = await load()
  structuredClone({ ...work, bytes: null })
  return perform(work)
}
export const directExaminer: Examiner = createExaminer(runDirectly)
