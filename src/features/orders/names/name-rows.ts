/** The rows of a name list as the seller changes them, and what of them is doubtful before anything is drawn. Pure. */
import { maxTextLength } from '../../../../contract/constants'
import { manualOrderLimits } from '../../../../contract/rules/limits'
import type { NameChecked, NameRow, NameTemplate } from '../../../../contract/types'
import type { CatalogueColor, CatalogueModel } from './case-match'
import { type ListColumns, type ListFact, type ListTable, listRows, textField } from './name-table'

export interface ListRow {
  /** Unique in the list. */
  readonly key: string
  /** The row's number in the table, from 1; null for one that was added by hand. */
  readonly line: number | null
  /** The texts of the layers by their uuids. */
  readonly texts: Readonly<Record<string, string>>
  /** The words of the list, for which the seller may have to choose from the catalogue. */
  readonly phone: string
  readonly color: string
  /** Chosen by the seller; null: what the list says, or the usual case. */
  readonly phoneModelId: number | null
  readonly materialColorId: number | null
  readonly quantity: string
  readonly recipient: string
  readonly note: string
  /** Texts that were changed as they were read, such as １２ to 12. */
  readonly changes: readonly string[]
  /** The workbook hides it. */
  readonly isHidden: boolean
  readonly isLeftOut: boolean
  readonly isChecked: boolean
}

/** Latin letters, digits and signs of full width as usual ones; ideographs and their signs stay. */
const halfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replaceAll('\u3000', ' ')

/** Text without what nobody sees: joiners at the ends, doubled blanks; line ends are kept. */
const tidy = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u200b\u2060\ufeff]/g, '')
    .replace(/[\t\u00a0]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()

/** Letters and digits only: signs such as ！ are of full width in Chinese text. */
const hasWideLetters = (text: string): boolean => /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/.test(text)

/** Makes rows of a table by its columns. */
export function rowsOf(
  table: ListTable,
  columns: ListColumns,
  layers: readonly Pick<NameTemplate['layers'][number], 'uuid'>[],
): ListRow[] {
  // In the sequence of the list's columns, which is that in which people read them.
  const filled = layers
    .flatMap(({ uuid }) => {
      const column = columns[textField(uuid)]
      return column == null ? [] : [{ uuid, column }]
    })
    .sort((a, b) => a.column - b.column)
  return listRows(table).map(({ line, cells }) => {
    const at = (column: number | null | undefined) => (column == null ? '' : tidy(cells[column] ?? ''))
    const fact = (name: ListFact) => at(columns[name])
    const changes: string[] = []
    const texts = Object.fromEntries(
      filled.map(({ uuid, column }) => {
        const given = at(column)
        const text = hasWideLetters(given) ? halfWidth(given) : given
        if (text !== given) changes.push(`全角「${given}」改成了半角「${text}」`)
        return [uuid, text] as const
      }),
    )
    return {
      ...{ key: `row-${line}`, line, texts, changes, phone: fact('phone'), color: fact('color') },
      ...{ phoneModelId: null, materialColorId: null, quantity: fact('quantity') || '1' },
      ...{ recipient: fact('recipient'), note: fact('note'), isHidden: table.hidden.includes(line) },
      ...{ isLeftOut: false, isChecked: false },
    }
  })
}

/** The usual case of a list, and how the words of its rows are found in the catalogue. */
export interface ListSettings {
  readonly phoneModelId: number | null
  readonly materialColorId: number | null
  readonly phonesOf: (text: string) => readonly CatalogueModel[]
  readonly colorsOf: (text: string) => readonly CatalogueColor[]
}

export interface RowCase {
  readonly phoneModelId: number | null
  readonly materialColorId: number | null
}

const onlyId = (found: readonly { readonly id: number }[]): number | null => (found.length === 1 ? (found[0]?.id ?? null) : null)

/** Returns the case of a row: the one that the seller chose, that the list says, or the usual one. */
export const caseOf = (row: ListRow, { phoneModelId, materialColorId, phonesOf, colorsOf }: ListSettings): RowCase => ({
  phoneModelId: row.phoneModelId ?? (row.phone === '' ? phoneModelId : onlyId(phonesOf(row.phone))),
  materialColorId: row.materialColorId ?? (row.color === '' ? materialColorId : onlyId(colorsOf(row.color))),
})

export const quantityOf = ({ quantity }: Pick<ListRow, 'quantity'>): number | null => {
  const text = quantity
    .normalize('NFKC')
    .trim()
    .replace(/[件个只份]$/, '')
  const count = /^\d{1,5}(?:\.0+)?$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= manualOrderLimits.quantity ? count : null
}

/** Returns a row as it is drawn; null while its case is not known. */
export function drawnRow(row: ListRow, settings: ListSettings): NameRow | null {
  const { phoneModelId, materialColorId } = caseOf(row, settings)
  if (phoneModelId === null || materialColorId === null) return null
  return { phoneModelId, materialColorId, texts: Object.entries(row.texts).map(([uuid, text]) => ({ uuid, text: tidy(text) })) }
}

/** Something that is or may be wrong with a row: `stop` has to be mended, or the row left out; `look` has to be looked at. */
export interface RowDoubt {
  readonly kind: 'stop' | 'look'
  readonly text: string
}

/** A text that gets smaller than this share of the template's letters is doubtful; ours. */
const leastScale = 0.6
const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u

const sameKey = (row: ListRow, settings: ListSettings): string =>
  JSON.stringify([Object.entries(row.texts), Object.values(caseOf(row, settings)), row.recipient])

/** Returns the other rows that say the same, by the key of each: two people, or one written twice. */
export function duplicatesOf(rows: readonly ListRow[], settings: ListSettings): ReadonlyMap<string, readonly ListRow[]> {
  const same = new Map<string, ListRow[]>()
  for (const row of rows) {
    if (row.isLeftOut || Object.values(row.texts).every((text) => text === '')) continue
    const key = sameKey(row, settings)
    same.set(key, [...(same.get(key) ?? []), row])
  }
  return new Map(
    [...same.values()]
      .filter((group) => group.length > 1)
      .flatMap((group) => group.map((row) => [row.key, group.filter((one) => one !== row)] as const)),
  )
}

interface Around {
  readonly settings: ListSettings
  readonly layers: readonly Pick<NameTemplate['layers'][number], 'uuid' | 'name' | 'text'>[]
  readonly duplicates: ReadonlyMap<string, readonly ListRow[]>
  /** The server's answer for the row as it is now; undefined while it was not asked. */
  readonly checked: NameChecked['rows'][number] | undefined
}

const layerTitle = ({ name, text }: { readonly name: string; readonly text: string }): string => name || text || '文字'
const percent = (share: number): string => `${Math.round(share * 100)}%`

/** Returns what is doubtful of a row; nothing of one that is left out. */
export function doubtsOf(row: ListRow, { settings, layers, duplicates, checked }: Around): readonly RowDoubt[] {
  if (row.isLeftOut) return []
  const doubts: RowDoubt[] = []
  const stop = (text: string) => doubts.push({ kind: 'stop', text })
  const look = (text: string) => doubts.push({ kind: 'look', text })
  const { phoneModelId, materialColorId } = caseOf(row, settings)
  if (phoneModelId === null) {
    const found = row.phone === '' ? [] : settings.phonesOf(row.phone)
    if (row.phone === '') stop('没有手机型号，请选择')
    else if (found.length === 0) stop(`没有找到型号「${row.phone}」，请选择`)
    else stop(`「${row.phone}」可能是${found.map(({ name }) => `「${name}」`).join('、')}，请选择`)
  }
  if (materialColorId === null) {
    const found = row.color === '' ? [] : settings.colorsOf(row.color)
    if (row.color === '') stop('没有材质和颜色，请选择')
    else if (found.length === 0) stop(`没有找到材质和颜色「${row.color}」，请选择`)
    else stop(`「${row.color}」可能是${found.map(({ material, name }) => `「${material} ${name}」`).join('、')}，请选择`)
  }
  if (quantityOf(row) === null) stop(`数量「${row.quantity}」不是 1 到 ${manualOrderLimits.quantity} 的整数`)
  const own = layers.filter(({ uuid }) => row.texts[uuid] !== undefined)
  if (own.every(({ uuid }) => row.texts[uuid] === '')) stop('这一行没有文字')
  for (const layer of own) {
    const text = row.texts[layer.uuid] ?? ''
    if (text.length > maxTextLength) stop(`「${layerTitle(layer)}」有 ${text.length} 个字，最多 ${maxTextLength} 个`)
    if (text === '' && !doubts.some((doubt) => doubt.text === '这一行没有文字'))
      look(`「${layerTitle(layer)}」是空的，印出来没有这一层`)
    if (rightToLeft.test(text)) look(`「${text}」从右往左写，请看图确认顺序`)
  }
  const others = duplicates.get(row.key)
  if (others !== undefined) {
    const lines = others.flatMap(({ line }) => (line === null ? [] : [line])).slice(0, 3)
    look(`和第 ${lines.join('、')} 行一样：是两个人，还是写了两次？`)
  }
  if (row.isHidden) look('这一行在表格里是隐藏的（可能被筛选掉了）')
  for (const change of row.changes) look(change)
  if (checked !== undefined) {
    if (!checked.hasSize) look('这个型号和颜色没有带尺寸的线框图，会按模板的像素打印')
    for (const { uuid, missing, scale, isCut } of checked.texts) {
      const title = layerTitle(layers.find((layer) => layer.uuid === uuid) ?? { name: '', text: '' })
      if (missing.length > 0) stop(`「${title}」的字体没有「${missing.join('')}」`)
      if (scale < leastScale) look(`「${title}」太长，字缩小到模板的 ${percent(scale)}`)
      if (isCut) look(`「${title}」超出了打印区域`)
    }
  }
  return doubts
}

/** Returns the title of the line that a row becomes: its texts, and its note. */
export function titleOf(row: ListRow): string {
  const words = Object.values(row.texts).flatMap((text) => text.replace(/\s+/g, ' ').trim() || [])
  return [words.join(' ') || '未填写', row.note === '' ? '' : `（${row.note.replace(/\s+/g, ' ')}）`]
    .join('')
    .slice(0, manualOrderLimits.title)
}
