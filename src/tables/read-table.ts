/** Reads the tables of files: CSV and TSV of any encoding, HTML tables and workbooks. Refuses in words for the seller. */
import { piecesOf, readText, startsWith } from './read-text'
import { readWorkbook, type WorkbookFacts } from './read-workbook'
import { RowStore } from './row-store'
import type { TableKind } from './table-kind'

const maxBytes = 50_000_000

export interface ReadTable extends Omit<WorkbookFacts, 'sheet'> {
  readonly rows: RowStore
  /** The sheet that was read; null for a text. */
  readonly sheet: string | null
}

/** A workbook with a password lies in a file of OLE2 whose directory names it so, in UTF-16. */
async function isEncrypted(blob: Blob): Promise<boolean> {
  const name = [...'EncryptedPackage'].join('\0')
  let end = ''
  for await (const piece of piecesOf(blob)) {
    const text = end + new TextDecoder('latin1').decode(piece)
    if (text.includes(name)) return true
    end = text.slice(-name.length)
  }
  return false
}

async function refuseOthers(blob: Blob): Promise<void> {
  if (blob.size === 0) throw new Error('文件是空的，请重新导出')
  if (blob.size > maxBytes) throw new Error('文件超过 50 MB，请分成几个文件导入')
  const head = new Uint8Array(await blob.slice(0, 8).arrayBuffer())
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new Error(
      (await isEncrypted(blob))
        ? '这个工作簿加了密码，请用 Excel 或 WPS 打开、去掉密码后另存为 .xlsx 再导入'
        : '这是旧格式的 Excel 文件（.xls），请用 Excel 或 WPS 打开后另存为 .xlsx 或 CSV 再导入',
    )
  }
  if (startsWith(head, 0x52, 0x61, 0x72, 0x21) || startsWith(head, 0x37, 0x7a, 0xbc, 0xaf)) {
    throw new Error('这是压缩包，请解压后导入里面的表格')
  }
}

/** Rejects with an Error in words for the seller. @param sheet the sheet of a workbook to read; absent: the one most like the kind. */
export async function readTable(blob: Blob, kind: TableKind, sheet?: string): Promise<ReadTable> {
  await refuseOthers(blob)
  const rows = new RowStore()
  const isZip = startsWith(new Uint8Array(await blob.slice(0, 4).arrayBuffer()), 0x50, 0x4b, 0x03, 0x04)
  if (!isZip) {
    await readText(blob, kind, (row) => rows.add(row))
    return { rows, note: null, sheets: [], sheet: null, hidden: [] }
  }
  try {
    return { ...(await readWorkbook(blob, kind, (row) => rows.add(row), sheet)), rows }
  } catch (error) {
    if (error instanceof Error && /[\u4e00-\u9fff]/.test(error.message)) throw error
    throw new Error('这个 Excel 文件打不开，可能没有下载完整，请重新导出，或另存为 .xlsx 或 CSV 再导入', { cause: error })
  }
}
