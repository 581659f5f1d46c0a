/** Addresses of sheets: signed, so that a browser or an agent fetches one without signing in, and ending. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../kernel/context'

/** Folder of the addresses. */
export const sheetFolder = 'sheets'

const dayMs = 24 * 60 * 60 * 1000
/** An address is valid on the day that it was made, and on this many after it. */
const validDays = 1

interface Sheet {
  readonly index: number
  readonly sha256: string
  readonly file_name: string
}

/** Returns the ending of a sheet's file name, without the dot. */
const endingOf = ({ file_name: name }: Sheet): string => name.slice(name.lastIndexOf('.') + 1)

/** The file's own content is in the key: a batch that is made once more never changes a file that is being fetched. */
export const sheetKey = ({ secret }: { readonly secret: string }, sheet: Sheet): string =>
  `sheets/${secret}/${sheet.index}-${sheet.sha256.slice(0, 16)}.${endingOf(sheet)}`

type Signs = Pick<Deps, 'fileSecret' | 'clock' | 'publicUrl'>

const macOf = (
  fileSecret: string,
  batchId: number,
  { index, sha256 }: Pick<Sheet, 'index' | 'sha256'>,
  lastDay: number,
): string =>
  createHmac('sha256', fileSecret).update(`sheet\n${batchId}\n${index}\n${sha256}\n${lastDay}`).digest('hex').slice(0, 32)

export function sheetAddress({ fileSecret, clock, publicUrl }: Signs, { id }: { readonly id: number }, sheet: Sheet): string {
  const lastDay = Math.floor(clock.now().getTime() / dayMs) + validDays
  return `${publicUrl}/files/${sheetFolder}/${id}-${sheet.index}-${lastDay}-${macOf(fileSecret, id, sheet, lastDay)}.${endingOf(sheet)}`
}

export interface SheetName {
  readonly batchId: number
  readonly index: number
  readonly lastDay: number
  readonly mac: string
}

/** Returns what the name in an address says, not verified yet; null for any other name. */
export function readSheetName(name: string): SheetName | null {
  const [, id = '', index = '', day = '', mac = ''] =
    /^([1-9]\d{0,15})-([1-9]\d{0,3})-(\d{1,7})-([0-9a-f]{32})\.[a-z]{3}$/.exec(name) ?? []
  return id === '' ? null : { batchId: Number(id), index: Number(index), lastDay: Number(day), mac }
}

/** Whether a name was issued for this sheet; 'expired' when it was, and is not valid any more. */
export function isSheetName(
  { fileSecret, clock }: Pick<Deps, 'fileSecret' | 'clock'>,
  name: SheetName,
  sheet: Sheet,
): boolean | 'expired' {
  const right = Buffer.from(macOf(fileSecret, name.batchId, sheet, name.lastDay))
  const given = Buffer.from(name.mac)
  if (right.length !== given.length || !timingSafeEqual(right, given)) return false
  return (name.lastDay + 1) * dayMs <= clock.now().getTime() ? 'expired' : true
}
