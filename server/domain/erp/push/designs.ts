/** Looks at every picture before it is sent: is there one, can it be read, is anything on it, is it sharp enough? */
import { printDpi } from '../../../../contract/constants'
import type { Ctx, Deps } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import type { PictureLook } from '../../../ports/examiner'
import { type Line, type Note, ofLine } from './lines'
import type { Mould } from './moulds'
import { readPicture, within } from './pictures'
import { dpiOf, fitOf, type Millimetres } from './sharpness'

/** Longest looking at all pictures of an order, ms. */
const limitMs = 60_000
/** Pictures read at the same time. */
const atOnce = 4

/** Size of what is printed: the factory's, else that of the case when it was ordered. */
export function printedSize(line: Line, mould: Mould | undefined): Millimetres {
  const { widthMm, heightMm } = mould?.model ?? { widthMm: null, heightMm: null }
  const own = line.customization
  if (widthMm !== null && heightMm !== null) return { widthMm, heightMm }
  if (own.widthMm !== null && own.heightMm !== null) return { widthMm: own.widthMm, heightMm: own.heightMm }
  return { widthMm: widthMm ?? own.widthMm, heightMm: heightMm ?? own.heightMm }
}

export interface Judged {
  readonly problems: readonly Note[]
  readonly warnings: readonly Note[]
}

/** Findings in the order of the lines. */
export async function judgeDesigns(ctx: Ctx, lines: readonly Line[], moulds: ReadonlyMap<Line, Mould>): Promise<Judged> {
  const looks = new Map<Line, PictureLook | Failure>()
  const waiting = [...lines]
  const until = performance.now() + limitMs
  const late = () => new Failure('upstream-failed', '没有来得及检查，请稍后重试')
  const work = async (): Promise<void> => {
    for (let line = waiting.shift(); line; line = waiting.shift()) {
      looks.set(line, await within(until - performance.now(), lookAt(ctx, line), late).catch(asFailure))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const problems: Note[] = []
  const warnings: Note[] = []
  for (const line of lines) {
    const look = looks.get(line)
    if (!look || look instanceof Failure) problems.push(ofLine(line, `的定制图${look?.message ?? late().message}`))
    else {
      const judged = judge(look, printedSize(line, moulds.get(line)))
      problems.push(...judged.problems.map((text) => ofLine(line, text)))
      warnings.push(...judged.warnings.map((text) => ofLine(line, text)))
    }
  }
  return { problems, warnings }
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return new Failure(error.code, told(error))
  throw error
}

/** Failures of the sources are sentences of their own. */
const told = ({ code, message }: Failure): string =>
  code === 'unsupported-file' ? `${message}，请让买家重新定制` : /^图片/.test(message) ? `无法读取：${message}` : message

/** What was seen of stored files: an address of ours names its content. */
const seen = new WeakMap<Deps['storage'], Map<string, PictureLook>>()
const maxSeen = 2000

async function lookAt(ctx: Ctx, { stored }: Line): Promise<PictureLook> {
  const { url, storage_key: storageKey } = stored
  if (url === null) throw new Failure('invalid', '还没有，买家还没有完成定制')
  const known = seen.get(ctx.storage) ?? new Map<string, PictureLook>()
  seen.set(ctx.storage, known)
  const before = storageKey === null ? undefined : known.get(storageKey)
  // Known pictures must still be there.
  if (before && storageKey !== null && (await ctx.storage.size(storageKey)) !== null) return before
  const look = await ctx.examiner.look(() => readPicture(ctx, { url, storageKey }), ctx.actor.accountId)
  if (storageKey !== null) {
    if (known.size >= maxSeen) known.clear()
    known.set(storageKey, look)
  }
  return look
}

/** Sentences about one picture. Pure. */
export function judge(look: PictureLook, size: Millimetres): { readonly problems: string[]; readonly warnings: string[] } {
  if (look.content === 'transparent') return { problems: ['的定制图是空白的（全透明），请让买家重新定制'], warnings: [] }
  if (look.content === 'uniform') return { problems: ['的定制图只有一种颜色，没有图案，请让买家重新定制'], warnings: [] }
  const problems: string[] = []
  const warnings: string[] = []
  if (look.content === 'plain') warnings.push('的定制图看起来只有底色，没有图案，请确认')
  const dpi = dpiOf(look, size)
  const pixels = `${look.width}×${look.height} 像素`
  if (dpi === null) warnings.push('的工厂机型和线框图都没有毫米尺寸，无法检查清晰度')
  else if (dpi < printDpi.least) {
    problems.push(`的定制图只有 ${pixels}，印出来约 ${Math.floor(dpi)} DPI（至少 ${printDpi.least}），会模糊，请换更清晰的图`)
  } else if (Math.round(dpi) < printDpi.good) {
    warnings.push(`的定制图是 ${pixels}，印出来约 ${Math.floor(dpi)} DPI（建议 ${printDpi.good}），可能不够清晰`)
  }
  const fit = fitOf(look, size)
  const area = `${round(size.widthMm)}×${round(size.heightMm)} 毫米`
  if (fit === 'turned') warnings.push(`的定制图（${pixels}）与工厂的印刷区域（${area}）横竖相反，请确认方向`)
  if (fit === 'loose') warnings.push(`的定制图（${pixels}）与工厂的印刷区域（${area}）比例不同，印刷时可能被裁切或留白`)
  return { problems, warnings }
}

const round = (mm: number | null): string => (mm === null ? '?' : String(Math.round(mm * 10) / 10))
