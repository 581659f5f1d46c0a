/** The kind of table that a reader looks for: a file may have several sheets, and a title above the headings. Pure. */
import type { Row } from './cells'

export interface TableKind {
  /** The seller's word for what the rows are: 订单. */
  readonly name: string
  /** Returns the number of cells of a row that are headings of such a table. */
  readonly headingHits: (row: Row) => number
}

/** Rows among which the headings are looked for: some files begin with a title or a description. */
export const headingRows = 50

/** Returns the largest number of headings that one of the first rows has. */
export const bestHits = (rows: readonly Row[], { headingHits }: TableKind): number =>
  Math.max(0, ...rows.slice(0, headingRows).map(headingHits))

/** Returns the index of the row of headings among the first rows; null where none has two. */
export function headingRowOf(rows: readonly Row[], { headingHits }: TableKind): number | null {
  const hits = rows.slice(0, headingRows).map(headingHits)
  const best = Math.max(0, ...hits)
  return best < 2 ? null : hits.indexOf(best)
}

/** Returns a heading as it is compared: without blanks, marks of required columns, and differences of width, dashes and case. */
export const plainHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\(必填\)|[\s\u200b-\u200d\u2060*]/g, '')
    .toLowerCase()
