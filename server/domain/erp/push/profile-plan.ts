/** Plans the print files of a push to a factory whose files are written by a print profile, and says what is missing for them. */
import { sql } from 'kysely'
import { joinedFileName } from '../../../../contract/ground/file-names'
import { messageOf } from '../../../../contract/ground/thrown'
import { coveringSize } from '../../../../contract/rules/mould-size'
import { nameParts } from '../../../../contract/rules/name-parts'
import { printSheetPlace } from '../../../../contract/rules/print-page'
import {
  needsWireframe,
  noWireframeText,
  type PrintProfile,
  profileFor,
  usualProfile,
  type WhiteInk,
  whiteInkNote,
} from '../../../../contract/rules/print-profile'
import type { Ctx } from '../../../kernel/context'
import { type Owned, requireOwned } from '../../../kernel/owned'
import type { OwnFactory } from '../factories'
import { type DesignFindings, printedSize } from './designs'
import type { FactoryCase } from './factory-cases'
import { findingOfLine, findingOfOrder, type PushFinding, type PushLine } from './lines'
import type { FoundOrder } from './order'

/** A print file that a line needs. */
export interface PrintWish {
  readonly customizationId: number
  /** The stored address of the picture. */
  readonly url: string
  readonly profile: PrintProfile
  readonly iccFileId: number | null
  /** Of the print without bleed. */
  readonly widthMm: number
  readonly heightMm: number
  /** Without its ending; null: the profile names no files. */
  readonly fileName: string | null
}

export interface PrintPlan {
  readonly wishes: ReadonlyMap<PushLine, PrintWish>
  readonly problems: readonly PushFinding[]
  readonly warnings: readonly PushFinding[]
}

/** Longest name, as those of downloads: bytes of UTF-8 and UTF-16 units. */
const nameLimit = { bytes: 195, units: 175 } as const

interface Pushed {
  readonly factory: OwnFactory
  readonly order: FoundOrder
  readonly lines: readonly PushLine[]
  readonly cases: ReadonlyMap<PushLine, FactoryCase>
  readonly pictures: DesignFindings['pictures']
}

/** Returns the files of the lines; null when the factory takes pictures that are not written by a profile. */
export async function planPrints(ctx: Ctx, pushed: Pushed): Promise<PrintPlan | null> {
  const { factory, order, lines, cases, pictures } = pushed
  if (factory.print_profile_id === null) return null
  const row = await requireOwned(ctx, 'print_profile', factory.print_profile_id, '打印配置')
  const problems = [...problemsOf(row, factory)]
  const warnings: PushFinding[] = []
  const rules = await readWhiteInks(ctx, lines)
  const framed = needsWireframe(row.profile) ? await findFramed(ctx, lines) : new Set<number>()
  const wishes = new Map<PushLine, PrintWish>()
  const notes = new Set<string>()
  for (const line of lines) {
    const { id: customizationId, url } = line.storedCase
    const seen = pictures.get(customizationId)
    // Pictures that cannot be read and cases without a code are refused already.
    if (url === null || seen === undefined || !cases.has(line)) continue
    const { widthMm, heightMm } = printedSize(line, cases.get(line), factory.print_size)
    if (widthMm === null || heightMm === null) {
      problems.push(
        findingOfLine(line, `没有毫米尺寸，不能按打印配置「${row.name}」写印刷文件，请到 材质与线框图 填写线框图的尺寸`),
      )
      continue
    }
    const rule = rules.get(line.customization.phoneCaseMaterialId ?? 0) ?? 'profile'
    const profile = profileFor(profileOf(row), rule)
    const size = coveringSize(seen, { widthMm, heightMm })
    const refused = refusalOf(size, profile)
    if (refused !== null) problems.push(findingOfLine(line, `：${refused}`))
    if (profile.container === 'pdf' && needsWireframe(profile) && !framed.has(customizationId))
      problems.push(findingOfLine(line, `：${noWireframeText}`))
    const note = whiteInkNote(profile, rule)
    if (note !== null) notes.add(note)
    const fileName = profile.fileName && nameOf(order, line, profile.fileName)
    wishes.set(line, { customizationId, url, profile, iccFileId: row.icc_file_id, ...size, fileName })
  }
  warnings.push(...[...notes].map((note) => findingOfOrder(`印刷文件按打印配置「${row.name}」写：${note}`)))
  if (row.profile.cutLine && row.profile.container !== 'pdf') {
    const text = `打印配置「${row.name}」另存的刀线文件不会随推送发给工厂；工厂需要刀线的，请改用 PDF，或另外发给工厂`
    warnings.push(findingOfOrder(text))
  }
  return { wishes, problems, warnings }
}

/** Profiles that were stored before a setting existed have its default. */
const profileOf = ({ profile }: Owned<'print_profile'>): PrintProfile => ({ ...usualProfile, ...profile })

function problemsOf({ name, profile, icc_file_id: icc }: Owned<'print_profile'>, factory: OwnFactory): PushFinding[] {
  if (profile.colors !== 'cmyk' || icc !== null) return []
  const text = `工厂“${factory.name}”的印刷文件按打印配置「${name}」写，它是 CMYK 的，请先给它选择打印机的 ICC 颜色配置文件`
  return [findingOfOrder(text)]
}

function refusalOf(size: { readonly widthMm: number; readonly heightMm: number }, profile: PrintProfile): string | null {
  try {
    printSheetPlace(size, profile)
    return null
  } catch (error) {
    return messageOf(error)
  }
}

/** Returns the customizations that have pictures of their cases. */
async function findFramed({ db, actor }: Ctx, lines: readonly PushLine[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('customization')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where(sql<boolean>`id = any(${lines.map(({ storedCase }) => storedCase.id)}::bigint[])`)
    .where(
      sql<boolean>`coalesce(snapshot -> 'wireframe' ->> 'backgroundKey', snapshot -> 'wireframe' ->> 'foregroundKey') is not null`,
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

async function readWhiteInks({ db, actor }: Ctx, lines: readonly PushLine[]): Promise<ReadonlyMap<number, WhiteInk>> {
  const ids = lines.flatMap(({ customization }) => customization.phoneCaseMaterialId ?? [])
  const rows = await db
    .selectFrom('material')
    .select(['id', 'white_ink'])
    .where('account_id', '=', actor.accountId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.white_ink]))
}

function nameOf(order: FoundOrder, line: PushLine, rule: NonNullable<PrintProfile['fileName']>): string {
  const { customization: made, item } = line
  const picture = {
    ...{ orderId: order.id, platformNumbers: [order.originalId], quantity: line.quantity },
    itemIndex: order.items.find((one) => one === item)?.itemIndex ?? 1,
    skuIndex: Math.max(0, item.customizations.indexOf(made)) + 1,
    ...{ brand: made.phoneBrandName, model: made.phoneModelName },
    ...{ material: made.phoneCaseMaterialName, color: made.phoneCaseMaterialColorName },
  }
  return joinedFileName(nameParts(picture, rule), nameLimit, `订单${order.id}`)
}
