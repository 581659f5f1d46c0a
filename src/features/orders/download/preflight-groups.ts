/** What the preflight found, grouped for the seller, and what is downloaded after it. Pure. */
import { type Finding, type FindingCode, findingCodes, findingRules } from '../../../../contract/rules/preflight'
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

const treatments = (found: Findings, id: number) => (found.get(id) ?? []).map(({ code }) => findingRules[code].download)

/** Whether there is anything to download of it. */
export const isPossible = (found: Findings, id: number): boolean => !treatments(found, id).includes('never')

/** What is downloaded: all that is well or merely told of, and of the rest what the seller ticked. */
export const chosenPictures = (pictures: readonly Picture[], found: Findings, ticked: ReadonlySet<number>): readonly Picture[] =>
  pictures.filter(
    ({ customizationId: id }) => isPossible(found, id) && (ticked.has(id) || !treatments(found, id).includes('unticked')),
  )

const withoutMark = (text: string): string => text.replace(/^[：的]+/, '')

/** 2612… 苹果 iPhone 15：买家申请了退款 */
export const entryText = ({ picture, text }: FindingGroup['entries'][number]): string =>
  `${picture.platformNumbers.join('、')} ${picture.brand} ${picture.model}：${withoutMark(text)}`
