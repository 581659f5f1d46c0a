/** Names of the files of sheets. Pure. */

export const sheetNameParts = ['batch', 'sheet', 'printer', 'jig', 'date', 'pieces'] as const
export type SheetNamePart = (typeof sheetNameParts)[number]

/** Longest name of a folder into which an agent writes sheets. */
export const maxFolderName = 80

/** The usual name of a sheet: batch and sheet. */
export const usualSheetName: readonly SheetNamePart[] = ['batch', 'sheet']

export interface SheetNameFacts {
  readonly batch: number
  readonly sheet: number
  readonly sheets: number
  readonly printer: string
  readonly jig: string | null
  /** In Beijing, such as 2026-11-30. */
  readonly date: string
  readonly pieces: number
}

/** A batch's number as it is shown: B0012. */
export const batchText = (number: number): string => `B${String(number).padStart(4, '0')}`

const forbidden = /[\\/:*?"<>|\p{Cc}]+/gu

/**
 * Returns the name of a sheet's file without its ending. Two sheets never have one name: the batch and the sheet are added where the parts do
 * not contain them.
 */
export function sheetName(parts: readonly SheetNamePart[], facts: SheetNameFacts): string {
  const texts: Readonly<Record<SheetNamePart, string>> = {
    batch: batchText(facts.batch),
    sheet: `${facts.sheet}-${facts.sheets}`,
    printer: facts.printer,
    jig: facts.jig ?? '',
    date: facts.date,
    pieces: `${facts.pieces}件`,
  }
  const needed = (['batch', 'sheet'] as const).filter((part) => !parts.includes(part))
  return [...parts, ...needed]
    .map((part) => texts[part].replace(forbidden, '_').trim())
    .filter((text) => text !== '')
    .join('_')
}
