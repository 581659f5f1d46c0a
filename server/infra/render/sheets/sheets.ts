/**
 * Makes sheets in picture processes: each picture is prepared by a piece of work of its own, so that other accounts' work comes between them
 * and a picture that ends its process has a name; the last piece of work writes the file.
 */
import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { mmToPx } from '../../../../contract/rules/lengths'
import { needsWireframe } from '../../../../contract/rules/print-profile'
import { profileProblem } from '../../../../imaging/tiff/ink-profiles'
import { Failure } from '../../../kernel/failure'
import type { CasePictures, MadeSheet, PlacedPicture, SheetInput, Sheets } from '../../../ports/sheets'
import type { Run } from '../../content/work'
import { fullDisk, sheetFolders } from './sheet-folder'
import { type Layout, layoutOf } from './sheet-layout'
import type { CaseFiles, PreparedPiece, WrittenSheet } from './sheet-work'

export interface SheetOptions {
  readonly run: Run
  /** A folder on a disk. */
  readonly folder: string
  /** Pieces that are prepared at once. */
  readonly concurrency: number
  /** Throws a Failure when the folder's disk has no room for as many bytes. */
  readonly assertRoom?: ((bytes: number) => void) | undefined
  readonly report?: (error: unknown) => void
}

const endings = { tiff: 'tif', pdf: 'pdf', png: 'png' } as const
/** Work without bytes of its own. */
const none = Buffer.alloc(0)

export function createSheets({ run, folder, concurrency, assertRoom, report = () => undefined }: SheetOptions): Sheets {
  const folders = sheetFolders(folder, report)
  return {
    async makeSheet(input) {
      input.signal?.throwIfAborted()
      assertInks(input)
      const layout = layoutOf(input)
      // The prepared pieces, and the file.
      assertRoom?.(2 * layout.bytes)
      const own = await folders.open()
      const remove = () => rm(own, { recursive: true, force: true, maxRetries: 3 })
      try {
        const made = await make(run, concurrency, input, layout, own)
        return { ...made, read: () => createReadStream(made.path), remove }
      } catch (error) {
        await remove()
        throw fullDisk(error) ?? error
      }
    },
  }
}

function assertInks({ profile, icc }: SheetInput): void {
  if (profile.colors !== 'cmyk') return
  const problem = icc === null ? '这个打印配置是 CMYK 的，还没有选择打印机的 ICC 颜色配置文件' : profileProblem(icc)
  if (problem !== null) throw new Failure('unsupported-file', problem)
}

async function make(
  run: Run,
  concurrency: number,
  { owner, profile, icc, trimMm = 0, readPicture, readCase, onProgress, signal }: SheetInput,
  layout: Layout,
  folder: string,
): Promise<Omit<MadeSheet, 'read' | 'remove'>> {
  const { width, height, pieces, places, marks, bytes } = layout
  const iccPath = profile.colors === 'cmyk' && icc !== null ? join(folder, 'profile.icc') : null
  if (iccPath !== null && icc !== null) await writeFile(iccPath, icc)
  let done = 0
  const step = () => onProgress?.(++done, pieces.length + 1)
  // The first failure ends the work on other pieces.
  const failing = new AbortController()
  const stop = AbortSignal.any([failing.signal, ...(signal ? [signal] : [])])
  const limit = pLimit(Math.max(1, concurrency))
  const prepare = async ({ picture, width: wide, height: high, turn }: Layout['pieces'][number], at: number) => {
    stop.throwIfAborted()
    const path = join(folder, `piece-${at}`)
    const own = { profile: picture.profile ?? profile, iccPath, width: wide, height: high, turn, path }
    // Only PDFs hold cut lines.
    const isCutOut = profile.container === 'pdf' && needsWireframe(own.profile)
    const load = async () => {
      const pictures = isCutOut ? ((await readCase?.(picture.key)) ?? null) : null
      const piece = { ...own, casePictures: pictures && (await caseFiles(pictures, path)) }
      return { kind: 'sheet-piece', bytes: await readPicture(picture.key), piece } as const
    }
    try {
      const prepared = (await run(owner, load, stop)) as PreparedPiece
      step()
      return { ...prepared, path }
    } catch (error) {
      const named = stop.aborted ? error : withName(error, picture)
      failing.abort(named)
      throw named
    }
  }
  const prepared = await settled(pieces.map((piece, at) => limit(prepare, piece, at)))
  const path = join(folder, `sheet.${endings[profile.container]}`)
  const trim = Math.round(mmToPx(trimMm, profile.dpi))
  const sheet = { profile, iccPath, width, height, trim, pieces: prepared, places, marks, path, bytes }
  const written = (await run(owner, async () => ({ kind: 'sheet', bytes: none, sheet }), signal)) as WrittenSheet
  await Promise.all(prepared.map((piece) => rm(piece.path, { force: true })))
  step()
  const inks = profile.plates.map((_, index) => places.reduce((sum, { piece }) => sum + (prepared[piece]?.inks[index] ?? 0), 0))
  const coverages = inks.map((ink) => Math.min(1, ink / (width * height)))
  return { path, ...written, ending: endings[profile.container], width, height, coverages }
}

/** Writes the pictures of a case beside the samples of its piece. */
async function caseFiles({ width, height, under, over }: CasePictures, path: string): Promise<CaseFiles> {
  const write = async (name: string, bytes: Buffer | null) => {
    if (bytes === null) return null
    await writeFile(`${path}-${name}`, bytes)
    return `${path}-${name}`
  }
  return { width, height, under: await write('under', under), over: await write('over', over) }
}

/** Waits for all of them, so that none writes into a folder that is removed; then rejects with the first failure. */
async function settled<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

function withName(error: unknown, { name }: PlacedPicture): unknown {
  return error instanceof Failure ? new Failure(error.code, `“${name}”的图片：${error.message}`) : error
}
