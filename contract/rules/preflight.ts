/**
 * Preflight: finds problems of designs before they are printed, and defines the consequences for downloads (which cost credits)
 * and pushes (which cost a case). Pure; the server decides by it, the plugin shows it.
 */
import { boughtOtherPhone, type DesignedCase } from './bought-case'
import type { MadeStage } from './bought-choice'
import { itemStateRules } from './item-state'
import { type ItemWork, isHeld } from './order-state'
import { undecidedText } from './pieces'
import {
  type Millimetres,
  type Pixels,
  printDpi,
  printResolution,
  shapeNames,
  shapeOf,
  shapeText,
  sharpnessNames,
  sharpnessOf,
} from './print-resolution'
import { millimetresText, pixelsText } from './sizes'
import type { UnplacedReason } from './unplaced-code'

export const findingCodes = [
  'held',
  'shipped',
  'noPieces',
  'unfinished',
  'drawing',
  'undrawn',
  'missing',
  'notPicture',
  'blank',
  'stateAsks',
  'changed',
  'resubmitted',
  'otherPhone',
  'unplacedCode',
  'emptyItem',
  'wrongShape',
  'poor',
  'undecidedPieces',
  'unread',
  'plain',
  'fair',
  'offShape',
  'noSize',
] as const
export type FindingCode = (typeof findingCodes)[number]

export interface Finding {
  readonly code: FindingCode
  /** The problem and what to do; screens show it after the case's name. */
  readonly text: string
}

export interface FindingRule {
  /** Title of the group of designs with this finding. */
  readonly title: string
  /** `never`: not downloaded; `optIn`: only if the seller ticks it; `noted`: downloaded, and shown before the payment. */
  readonly download: 'never' | 'optIn' | 'noted'
  /** `refused`: not pushed; `confirm`: only if the seller confirms this image; `noted`: pushed, with a warning. */
  readonly push: 'refused' | 'confirm' | 'noted'
}

export const findingRules: Readonly<Record<FindingCode, FindingRule>> = {
  held: { title: '平台提示不要发货', download: 'optIn', push: 'refused' },
  shipped: { title: '平台显示已发货', download: 'optIn', push: 'confirm' },
  noPieces: { title: '数量是 0', download: 'optIn', push: 'refused' },
  unfinished: { title: '买家还没有完成定制', download: 'never', push: 'refused' },
  drawing: { title: '正在生成打印文件', download: 'never', push: 'refused' },
  undrawn: { title: '打印文件没有生成', download: 'never', push: 'refused' },
  missing: { title: '图片不存在', download: 'never', push: 'refused' },
  notPicture: { title: '不是可以打印的图片', download: 'never', push: 'refused' },
  blank: { title: '空白图', download: 'optIn', push: 'refused' },
  stateAsks: { title: '平台状态要确认', download: 'noted', push: 'confirm' },
  changed: { title: '买家后来改了规格或数量', download: 'noted', push: 'confirm' },
  resubmitted: { title: '买家又提交了新的设计', download: 'optIn', push: 'confirm' },
  otherPhone: { title: '买的型号与定制不符', download: 'noted', push: 'confirm' },
  unplacedCode: { title: '还有没放进订单的定制', download: 'optIn', push: 'confirm' },
  emptyItem: { title: '同款商品还没有定制', download: 'noted', push: 'confirm' },
  wrongShape: { title: shapeNames.wrong, download: 'noted', push: 'refused' },
  poor: { title: sharpnessNames.poor, download: 'noted', push: 'confirm' },
  undecidedPieces: { title: undecidedText, download: 'noted', push: 'refused' },
  unread: { title: '没有检查成功', download: 'noted', push: 'refused' },
  plain: { title: '看起来只有底色', download: 'noted', push: 'noted' },
  fair: { title: sharpnessNames.fair, download: 'noted', push: 'noted' },
  offShape: { title: shapeNames.off, download: 'noted', push: 'noted' },
  noSize: { title: '不知道毫米尺寸', download: 'noted', push: 'noted' },
}

export type PictureContent = 'transparent' | 'uniform' | 'plain' | 'drawn'

/** The result of reading a picture from its address. `reason` follows 定制图 in the text. */
export type SeenPicture =
  | ({ readonly kind: 'seen'; readonly content: PictureContent } & Pixels)
  | { readonly kind: 'unfinished' | 'drawing' | 'undrawn' | 'missing' | 'notPicture' | 'unread'; readonly reason: string }

const blankTexts = {
  transparent: '的定制图是空白的（全透明），请让买家重新定制',
  uniform: '的定制图只有一种颜色，没有图案，请让买家重新定制',
} as const

/** Returns the findings of a picture without content. */
export const contentFindings = (content: PictureContent): Finding[] =>
  content === 'transparent' || content === 'uniform' ? [{ code: 'blank', text: blankTexts[content] }] : []

/** The area that the picture is printed on; `name` is 手机壳 or 工厂机型. */
export interface PrintArea extends Millimetres {
  readonly name: string
}

/** Returns the findings of a picture on its printed area, the gravest first. */
export function pictureFindings(seen: SeenPicture, area: PrintArea): Finding[] {
  if (seen.kind !== 'seen') return [{ code: seen.kind, text: `的定制图${seen.reason}` }]
  const blank = contentFindings(seen.content)
  if (blank.length > 0) return blank
  const found: Finding[] = []
  const pixels = pixelsText(seen)
  const resolution = printResolution(seen, area)
  const { dpi, offPercent } = resolution
  const shape = offPercent === null ? 'fits' : shapeOf(offPercent)
  const shaped = `的定制图（${pixels}）与${area.name}（${millimetresText(area)}）${shapeText(resolution)}`
  if (shape === 'wrong') found.push({ code: 'wrongShape', text: `${shaped}，请让买家重新定制` })
  const sharpness = dpi === null ? null : sharpnessOf(dpi)
  if (sharpness === 'poor') {
    found.push({
      code: 'poor',
      text: `的定制图${sharpnessNames.poor}：${pixels}，印出来约 ${dpi} DPI（至少 ${printDpi.fair}），会模糊，请换更清晰的图`,
    })
  }
  if (seen.content === 'plain') found.push({ code: 'plain', text: '的定制图看起来只有底色，没有图案，请确认' })
  if (sharpness === 'fair') {
    const text = `的定制图${sharpnessNames.fair}：${pixels}，印出来约 ${dpi} DPI（建议 ${printDpi.good}），可能不够清晰`
    found.push({ code: 'fair', text })
  }
  if (shape === 'off') found.push({ code: 'offShape', text: `${shaped}，边上会裁掉一点` })
  if (dpi === null) found.push({ code: 'noSize', text: `的${area.name}没有毫米尺寸，无法检查清晰度` })
  return found
}

/**
 * Returns the findings of an order item that do not depend on its pictures.
 *
 * @param pieces of each design, as returned by `piecesOf`.
 */
export function itemFindings(
  { hold, quantity, customizations }: { hold: string | null; quantity: number; customizations: readonly unknown[] },
  pieces: ReadonlyMap<number, number> | null,
): Finding[] {
  const undecided = `买了 ${quantity} 件，定制有 ${customizations.length} 个，请在订单详情里填写每个定制做几件`
  return [
    ...(isHeld({ hold }) ? [{ code: 'held' as const, text: `：${hold}` }] : []),
    ...(quantity === 0 ? [{ code: 'noPieces' as const, text: '的数量是 0，不需要做' }] : []),
    ...(pieces === null ? [{ code: 'undecidedPieces' as const, text: undecided }] : []),
  ]
}

/** The state of an order item that preflight checks besides its number and its designs. */
export interface ItemStanding extends ItemWork {
  /** The buyer's changes after it was paid for or pushed; null if there are none. */
  readonly change: { readonly stage: MadeStage; readonly text: string } | null
}

/** Returns the findings of an order item that the seller may confirm: it is over, its state asks, or its buyer changed it. */
export function stateFindings({ state, hold, change }: ItemStanding): Finding[] {
  const { ask, isOver } = itemStateRules[state]
  const changed: Finding[] = change === null ? [] : [{ code: 'changed', text: `：${change.text}` }]
  if (ask === null || isHeld({ hold })) return changed
  return [{ code: isOver ? 'shipped' : 'stateAsks', text: `：${ask}` }, ...changed]
}

/** The finding of a design that the seller corrected and whose buyer submitted another one afterwards. */
export const resubmittedFinding: Finding = {
  code: 'resubmitted',
  text: '：您改过这个设计，之后买家又提交了新的，请先在“待审核”里决定用哪一个',
}

/** The findings of a design that is in no order of the account any more. */
export const removedDesignFindings: readonly Finding[] = [{ code: 'missing', text: '的定制已不在订单里，请刷新订单' }]

/** Returns the finding that a design was not made for the bought phone, if so. */
export function caseFindings({ propertiesName }: { propertiesName: string }, designedCase: DesignedCase): Finding[] {
  const bought = boughtOtherPhone(propertiesName, designedCase)
  const text = `的型号与买家买的「${bought}」不符，打印前请和买家确认`
  return bought === null ? [] : [{ code: 'otherPhone', text }]
}

/**
 * Returns the findings about codes that an order's texts name and whose designs are not in it: the designs that are charged and pushed
 * now are perhaps not all of them, or not those that the buyer means.
 */
export const namedFindings = (unplacedCodes: readonly { reason: UnplacedReason; text: string; asks: boolean }[]): Finding[] =>
  unplacedCodes.flatMap(({ reason, text, asks }) =>
    asks ? [{ code: reason === 'again' ? 'emptyItem' : 'unplacedCode', text: `所在订单的${text}` }] : [],
  )

/** Whether a download includes a design with these findings; `isConfirmed` says that the seller has ticked it. */
export function downloadIncludes(findings: readonly Finding[], isConfirmed: boolean): boolean {
  const treatments = findings.map(({ code }) => findingRules[code].download)
  return !treatments.includes('never') && (isConfirmed || !treatments.includes('optIn'))
}
