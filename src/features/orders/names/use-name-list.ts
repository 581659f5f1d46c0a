import { useRef, useState } from 'react'
import { randomHex } from '../../../../contract/ground/hex'
import { messageOf } from '../../../../contract/ground/thrown'
import { nameListLimits } from '../../../../contract/rules/limits'
import type { NameTemplate } from '../../../../contract/types'
import type { PickedFile } from '../../../base/picked-files'
import { draftKey, readDraft, removeDraft, storeDraft } from '../../../ui/form-drafts'
import { useSeller } from '../../../ui/seller'
import { namesPhone } from './case-match'
import type { ListMode } from './name-orders'
import { type ListRow, rowsOf } from './name-rows'
import { guessColumns, type ListColumns, type ListField, type ListTable, nameTable, readList } from './name-table'

/** The seller's entries so far; plain data, so that they survive a reload. */
export interface NameListDraft {
  /** Names the list; its orders are created once under it. */
  readonly id: string
  readonly step: number
  readonly templateId: number | null
  readonly name: string
  readonly shopId: number | null
  readonly phoneModelId: number | null
  readonly materialColorId: number | null
  readonly source: { readonly name: string; readonly sheets: readonly string[]; readonly sheet: string | null } | null
  readonly table: ListTable | null
  readonly columns: ListColumns
  /** Fields for which the seller has to choose a column, or none. */
  readonly asked: readonly ListField[]
  readonly rows: readonly ListRow[]
  readonly mode: ListMode
}

const emptyDraft = (templateId: number | null): NameListDraft => ({
  ...{ id: randomHex(), step: 0, templateId, name: '', shopId: null, phoneModelId: null, materialColorId: null },
  ...{ source: null, table: null, columns: {}, asked: [], rows: [], mode: 'one' },
})

/** A file's name without its ending, as the name of the list. */
const listName = (file: string): string => file.replace(/\.[a-z]{2,4}$/i, '').slice(0, nameListLimits.name)

/** The name list of this window, up to what is made of it: kept over a reload until it is made or discarded. */
export function useNameList(templateId: number | null) {
  const key = draftKey(useSeller().username, '按名单定制', undefined)
  const [draft, setDraft] = useState((): NameListDraft => {
    // Only this hook stores drafts under this key.
    const kept = readDraft(key)?.values as NameListDraft | undefined
    return kept === undefined || (templateId !== null && kept.templateId !== templateId && kept.rows.length === 0)
      ? emptyDraft(templateId)
      : kept
  })
  const [problem, setProblem] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  /** The file of the table, for another of its sheets; lost with the page. */
  const file = useRef<PickedFile | null>(null)

  const change = (part: Partial<NameListDraft> | ((before: NameListDraft) => Partial<NameListDraft>)) =>
    setDraft((before) => {
      const next = { ...before, ...(typeof part === 'function' ? part(before) : part) }
      if (next.rows.length > 0 || next.table !== null) storeDraft(key, { opened: {}, values: next })
      else removeDraft(key)
      return next
    })

  const layersOf = (template: NameTemplate | null) => template?.layers ?? []
  /** Reads a table, and asks for what it does not say itself. */
  const take = async (blob: Blob, name: string, template: NameTemplate | null, sheet?: string) => {
    setProblem(null)
    setReading(true)
    try {
      const { readTable } = await import('../../../tables/read-table')
      const read = await readTable(blob, nameTable, sheet)
      const table = readList(read.rows, read.hidden)
      const { columns, asked } = guessColumns(table, layersOf(template), namesPhone)
      change((before) => ({
        source: { name, sheets: read.sheets, sheet: read.sheet },
        ...{ table, columns, asked },
        // A name of the seller's own, or the file's; pasted rows have none.
        name: before.name || (file.current === null ? '' : listName(name)),
        rows: rowsOf(table, columns, layersOf(template)),
      }))
    } catch (error) {
      setProblem(`${name}：${messageOf(error)}`)
    } finally {
      setReading(false)
    }
  }

  return {
    draft,
    problem,
    isReading,
    change,
    addFile: (picked: PickedFile, template: NameTemplate | null) => {
      file.current = picked
      return take(picked.blob, picked.name, template)
    },
    addText: (text: string, template: NameTemplate | null) => {
      file.current = null
      return take(new Blob([text]), '粘贴的名单', template)
    },
    /** Reads another sheet of the same workbook; null where the file is not there any more. */
    chooseSheet:
      file.current === null
        ? null
        : (sheet: string, template: NameTemplate | null) => {
            const { current } = file
            return current === null ? Promise.resolve() : take(current.blob, current.name, template, sheet)
          },
    setHeadingRow: (headingRow: number | null, template: NameTemplate | null) =>
      change((before) => {
        if (before.table === null) return {}
        const table = { ...before.table, headingRow }
        const { columns, asked } = guessColumns(table, layersOf(template), namesPhone)
        return { table, columns, asked, rows: rowsOf(table, columns, layersOf(template)) }
      }),
    /** Chooses the column of a field, or none. What was typed into other fields stays. */
    setColumn: (field: ListField, column: number | null, template: NameTemplate | null) =>
      change((before) => {
        if (before.table === null) return {}
        const columns = { ...before.columns, [field]: column }
        const fresh = new Map(rowsOf(before.table, columns, layersOf(template)).map((row) => [row.key, row]))
        const rows = before.rows.map((row) => withField(row, fresh.get(row.key), field))
        return { columns, rows, asked: before.asked.filter((one) => one !== field) }
      }),
    setTemplate: (template: NameTemplate) =>
      change((before) => {
        const usual = { phoneModelId: template.previewPhoneModelId, materialColorId: template.previewMaterialColorId }
        if (before.table === null) return { templateId: template.id, ...usual }
        const { columns, asked } = guessColumns(before.table, template.layers, namesPhone)
        return { templateId: template.id, ...usual, columns, asked, rows: rowsOf(before.table, columns, template.layers) }
      }),
    /** Changes a row; one that changes has to be looked at again. */
    setRow: (rowKey: string, part: Partial<ListRow>) =>
      change(({ rows }) => ({
        rows: rows.map((row) => (row.key === rowKey ? { ...row, isChecked: false, ...part } : row)),
      })),
    addRow: (template: NameTemplate) =>
      change(({ rows }) => (rows.length >= nameListLimits.rows ? {} : { rows: [...rows, newRow(template)] })),
    discard: () => {
      removeDraft(key)
      file.current = null
      setProblem(null)
      setDraft(({ templateId: same, shopId, phoneModelId, materialColorId }) => ({
        ...emptyDraft(same),
        ...{ shopId, phoneModelId, materialColorId },
      }))
    },
  }
}
export type NameListWork = ReturnType<typeof useNameList>

const newRow = ({ layers }: NameTemplate): ListRow => ({
  ...{ key: `new-${randomHex(4)}`, line: null, texts: Object.fromEntries(layers.slice(0, 1).map(({ uuid }) => [uuid, ''])) },
  ...{ phone: '', color: '', phoneModelId: null, materialColorId: null, quantity: '1', recipient: '', note: '' },
  ...{ changes: [], isHidden: false, isLeftOut: false, isChecked: false },
})

function withField(row: ListRow, fresh: ListRow | undefined, field: ListField): ListRow {
  if (fresh === undefined) return row
  if (!field.startsWith('text:')) return { ...row, isChecked: false, [field]: fresh[field as keyof ListRow] }
  const uuid = field.slice('text:'.length)
  const { [uuid]: _, ...others } = row.texts
  const text = fresh.texts[uuid]
  return { ...row, isChecked: false, changes: fresh.changes, texts: text === undefined ? others : { ...others, [uuid]: text } }
}
