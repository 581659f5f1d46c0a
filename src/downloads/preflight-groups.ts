/** Groups the findings of a preflight for the seller, and selects the pictures to download. Pure. */
import { phoneName, unknownPhone } from '../../contract/rules/case-names'
import { downloadIncludes, type Finding, type FindingCode, findingCodes, findingRules } from '../../contract/rules/preflight'
import type { PreflightRow } from '../../contract/types'
import type { Picture } from './pictures'

/** Findings by customization; the list is empty for one that was checked and has no problem. */
export type Findings = ReadonlyMap<number, readonly Finding[]>

export interface FindingGroup {
  readonly code: FindingCode
  readonly title: string
  /** `never`: not downloaded; `optIn`: only if the seller ticks it; `noted`: downloaded, with a warning. */
  readonly download: 'never' | 'optIn' | 'noted'
  readonly entries: readonly { readonly picture: Picture; readonly text: string }[]
}

/** Returns a group for each kind of problem, most serious first. A picture is in the group of each of its problems. */
export function groupFindings(pictures: readonly Picture[], found: Findings): FindingGroup[] {
  return findingCodes.flatMap((code) => {
    const entries = pictures.flatMap((picture) =>
      (found.get(picture.customizationId) ?? []).flatMap((one) => (one.code === code ? { picture, text: one.text } : [])),
    )
    return entries.length === 0 ? [] : [{ code, ...findingRules[code], entries }]
  })
}

/** Whether the picture can be downloaded if the seller ticks it. */
export const isConfirmable = (found: Findings, id: number): boolean => downloadIncludes(found.get(id) ?? [], true)

/** The seller's decisions about pictures with findings, by customization: whether it is downloaded. */
export type Decisions = ReadonlyMap<number, boolean>

/** Whether a picture is downloaded: as the seller decided, and else when its findings are warnings at most. */
export function isChosen(found: Findings, decisions: Decisions, id: number): boolean {
  const findings = found.get(id) ?? []
  const isIncluded = downloadIncludes(findings, false)
  return (decisions.get(id) ?? isIncluded) && downloadIncludes(findings, true)
}

/** Returns the pictures to download, and those of them that are downloaded only because the seller said so. */
export function chosenPictures(pictures: readonly Picture[], found: Findings, decisions: Decisions) {
  const chosen = pictures.filter(({ customizationId: id }) => isChosen(found, decisions, id))
  const confirmed = chosen.flatMap(({ customizationId: id }) => (downloadIncludes(found.get(id) ?? [], false) ? [] : id))
  return { chosen, confirmed }
}

const withoutLeadingMark = (text: string): string => text.replace(/^[：的]+/, '')

/** Example: 2612… 苹果 iPhone 15：买家申请了退款 */
export const entryText = ({ picture, text }: FindingGroup['entries'][number]): string =>
  `${picture.platformNumbers.join('、')} ${phoneName(picture.brand, picture.model) || unknownPhone}：${withoutLeadingMark(text)}`

/** Maximum number of pictures named in one sentence. */
const maxNamed = 3

/** Leaves out warnings, because they are no reason to leave a picture out. */
const findingsText = (findings: readonly Finding[]): string =>
  findings.flatMap(({ code, text }) => (findingRules[code].download === 'noted' ? [] : withoutLeadingMark(text))).join('；')

/** Returns why a picture was neither charged nor downloaded, for the seller. */
export const refusedReason = (findings: readonly Finding[]): string => `${findingsText(findings)}，没有扣点，也没有下载`

/** Returns a message about pictures that the charge left out because their state changed after the preflight. */
export function refusedText(pictures: readonly Picture[], found: Findings): string {
  const refusedPictures = pictures.filter(({ customizationId }) => found.has(customizationId))
  const named = refusedPictures
    .slice(0, maxNamed)
    .map((picture) => entryText({ picture, text: findingsText(found.get(picture.customizationId) ?? []) }))
  const rest = refusedPictures.length > maxNamed ? `；等 ${refusedPictures.length} 张` : ''
  return `${refusedPictures.length} 张图没有扣点，情况和检查时不同了：${named.join('；')}${rest}`
}

/** Returns those of the refused customizations that are downloaded if the seller confirms them. */
export const confirmable = (refused: readonly PreflightRow[]): readonly PreflightRow[] =>
  refused.filter(({ findings }) => downloadIncludes(findings, true))
