/** The tables of sizes in the check step: which of their rows belong to a model of the import, and what became of the others. */
import { Alert, Button } from '@arco-design/web-react'
import { createNameIndex } from '../sizes/name-index'
import type { CheckRow } from './check-rows'
import { type TableSize, tableDetail } from './row-size'
import type { SizeTable } from './size-table'

/** Returns a function that finds the rows of the tables that are of a model, by the rules of the matcher. */
export const tableIndex = (tables: readonly SizeTable[]): ((brand: string, model: string) => readonly TableSize[]) =>
  createNameIndex(
    tables.flatMap(({ file, entries }) =>
      entries.map(({ brand, name, line, widthMm, heightMm }) => ({
        ...{ brand, name },
        value: { file, line, name, widthMm, heightMm },
      })),
    ),
  )

const shownNames = 6
const list = (names: readonly string[]): string =>
  names.length > shownNames ? `${names.slice(0, shownNames).join('、')} 等` : names.join('、')

interface TableLinesProps {
  readonly tables: readonly SizeTable[]
  readonly rows: readonly CheckRow[]
  readonly onRemove: (file: string) => void
}

/** A line for each table, with a button that takes it out. */
export function TableLines({ tables, rows, onRemove }: TableLinesProps) {
  const used = new Set(
    rows.flatMap(({ mm }) => mm.proposals.flatMap(({ origin, detail }) => (origin === 'table' ? [detail] : []))),
  )
  return tables.map(({ file, entries, unread, note }) => {
    const unused = entries.filter(({ line, name }) => !used.has(tableDetail({ file, line, name })))
    const texts = [
      `读到 ${entries.length} 行尺寸`,
      ...(rows.length === 0 ? ['再选图片就能对上型号'] : [`对上 ${entries.length - unused.length} 行`]),
      ...(rows.length > 0 && unused.length > 0
        ? [`${unused.length} 行没有对应的型号（${list(unused.map(({ name }) => name))}）`]
        : []),
      ...(unread.length > 0 ? [`${unread.length} 行没有读：${list(unread)}`] : []),
      ...(note === null ? [] : [note]),
    ]
    return (
      <Alert
        key={file}
        type={unread.length > 0 || note !== null ? 'warning' : 'info'}
        className="import-alert"
        content={`尺寸表「${file}」：${texts.join('；')}`}
        action={
          <Button size="mini" aria-label={`去掉尺寸表「${file}」`} onClick={() => onRemove(file)}>
            去掉
          </Button>
        }
      />
    )
  })
}
