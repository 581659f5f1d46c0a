/** What the preflight found, grouped for the seller, and what is downloaded after it. Pure. */
import { phoneName, unknownPhone } from '../../contract/rules/case-names'
import { type Finding, type FindingCode, findingCodes, findingRules, isTaken } from '../../contract/rules/preflight'
import type { PreflightRow } from '../../contract/types'
import type { Picture } from './pictures'

/** Findings by customization; one that was checked and is well has none. */
export type Findings = ReadonlyMap<number, readonly Finding[]>

export interface FindingGroup {
  readonly code: FindingCode
  readonly title: string
  /** What becomes of them unless the seller decides otherwise. */
  readonly download: 'never' | 'unticked' | 'told'
  readonly entries: readonly { readonly picture: Picture; readonly text: string }[]
}

/** A group for each kind of problem, the gravest first; a picture stands in each group whose problem it has. */
export function groupFindings(pictures: readonly Picture[], found: Findings): FindingGroup[] {
  return findingCodes.flatMap((code) => {
    const entries = pictures.flatMap((picture) =>
      (found.get(picture.customizationId) ?? []).flatMap((one) => (one.code === code ? { picture, text: one.text } : [])),
    )
    return entries.length === 0 ? [] : [{ code, ...findingRules[code], entries }]
  })
}

/** Whether there is anything to download of it. */
export const isPossible = (found: Findings, id: number): boolean => isTaken(found.get(id) ?? [], true)

/** What is downloaded: all that is well or merely told of, and of the rest what the seller ticked. */
export const chosenPictures = (pictures: readonly Picture[], found: Findings, ticked: ReadonlySet<number>): readonly Picture[] =>
  pictures.filter(({ customizationId: id }) => isTaken(found.get(id) ?? [], ticked.has(id)))

const withoutMark = (text: string): string => text.replace(/^[：的]+/, '')

/** 2612… 苹果 iPhone 15：买家申请了退款 */
export const entryText = ({ picture, text }: FindingGroup['entries'][number]): string =>
  `${picture.platformNumbers.join('、')} ${phoneName(picture.brand, picture.model) || unknownPhone}：${withoutMark(text)}`

/** Pictures named in a sentence. */
const mostNamed = 3

/** What is merely told of is no reason to leave a picture out. */
const words = (findings: readonly Finding[]): string =>
  findings.flatMap(({ code, text }) => (findingRules[code].download === 'told' ? [] : withoutMark(text))).join('；')

/** Why a picture was neither charged for nor downloaded. */
export const refusedReason = (findings: readonly Finding[]): string => `${words(findings)}，没有扣点，也没有下载`

/** What the charge left out, because it is otherwise than the seller was told. */
export function refusedText(pictures: readonly Picture[], found: Findings): string {
  const left = pictures.filter(({ customizationId }) => found.has(customizationId))
  const named = left
    .slice(0, mostNamed)
    .map((picture) => entryText({ picture, text: words(found.get(picture.customizationId) ?? []) }))
  const rest = left.length > mostNamed ? `；等 ${left.length} 张` : ''
  return `${left.length} 张图没有扣点，情况和检查时不同了：${named.join('；')}${rest}`
}

/** Of what was left out, what can be downloaded if the seller wants it all the same. */
export const confirmable = (refused: readonly PreflightRow[]): readonly PreflightRow[] =>
  refused.filter(({ findings }) => isTaken(findings, true))
