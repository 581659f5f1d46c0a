import { type SheetNamePart, sheetName } from '../../../../contract/rules/sheet-name'
import { beijingDay } from '../../../base/beijing-time'
import { serverNow } from '../../../base/server-clock'

/** Returns the name that a sheet of this printer would have today, without its ending. */
export const printerExample = (parts: readonly SheetNamePart[], printer: string): string =>
  sheetName(parts, {
    ...{ batch: 12, sheet: 1, sheets: 3, printer: printer.trim() || '打印机', jig: '六位治具' },
    ...{ date: beijingDay(serverNow()), pieces: 35 },
  })
