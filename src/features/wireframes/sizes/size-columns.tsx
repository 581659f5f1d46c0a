import { Button, Input } from '@arco-design/web-react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { sidesText } from '../../../../contract/rules/sizes'
import { thumbnailUrl } from '../../../api/file-url'
import type { Column } from '../../../ui/column'
import { mmText } from '../physical-size'
import { areaText } from '../print-area'
import { standardTexts } from '../standard-mark'
import { isColumn, readMm } from './read-size'
import { originNames, type Proposal } from './size-proposals'
import type { SizeRow, TypedSize } from './size-rows'

export interface SizeEditing {
  readonly type: (row: SizeRow, typed: TypedSize) => void
  /** The seller left a field. */
  readonly settle: (row: SizeRow, side: keyof TypedSize) => void
  /** Text of several fields was pasted into one. */
  readonly paste: (row: SizeRow, side: keyof TypedSize, text: string) => void
  /** Moves the focus so many rows down in the column. */
  readonly move: (row: SizeRow, side: keyof TypedSize, by: number) => void
}

export const fieldOf = (id: number, side: keyof TypedSize): string => `size-${id}-${side}`

const sideNames: Readonly<Record<keyof TypedSize, string>> = { width: '宽', height: '高' }
const steps: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }

interface FieldProps {
  readonly row: SizeRow
  readonly side: keyof TypedSize
  readonly editing: SizeEditing
}

function SizeField({ row, side, editing }: FieldProps) {
  const isWrong = readMm(row.typed[side]) === undefined
  return (
    <Input
      id={fieldOf(row.id, side)}
      size="small"
      value={row.typed[side]}
      inputMode="decimal"
      autoComplete="off"
      aria-label={`「${row.name}」的${sideNames[side]}（毫米）`}
      aria-invalid={isWrong ? true : undefined}
      {...(isWrong && { status: 'error' as const })}
      onFocus={(event) => event.target.select()}
      onBlur={() => editing.settle(row, side)}
      onChange={(value) => editing.type(row, { ...row.typed, [side]: value })}
      onPaste={(event: ClipboardEvent) => {
        const text = event.clipboardData.getData('text')
        if (!isColumn(text)) return
        event.preventDefault()
        editing.paste(row, side, text)
      }}
      onKeyDown={(event: KeyboardEvent) => {
        const by = steps[event.key]
        if (by === undefined || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        editing.move(row, side, event.shiftKey ? -by : by)
      }}
    />
  )
}

function Picture({ wireframe: { layers } }: SizeRow) {
  return (
    <span className="sizes-picture checkerboard">
      {[...layers]
        .sort((one, other) => one.index - other.index)
        .map(({ imageUrl, index }) => (
          <img key={index} src={thumbnailUrl(imageUrl, 100)} alt="" loading="lazy" />
        ))}
    </span>
  )
}

const typedOf = ({ widthMm, heightMm }: Proposal): TypedSize => ({ width: mmText(widthMm), height: mmText(heightMm) })

/** Where the figures are from, what is wrong with them, and the other proposals. */
function Origin({ row, editing }: Omit<FieldProps, 'side'>) {
  const { origin, isPending, proposals, stretch, isInvalid, isChanged, wireframe } = row
  const current = proposals.find((one) => one.origin === origin)
  const others = proposals.filter((one) => one !== current)
  const text = { stored: '已填', typed: '自己填的', factory: originNames.factory, library: originNames.library }
  return (
    <span className="sizes-origin">
      <span className="sizes-line">
        <span title={current?.detail}>{origin === null ? (isPending ? '正在看前景图…' : '没有建议') : text[origin]}</span>
        {others.slice(0, 2).map((one) => (
          <Button
            key={`${one.origin} ${one.detail}`}
            size="mini"
            type="text"
            title={`${one.detail}：${mmText(one.widthMm)}×${mmText(one.heightMm)} 毫米`}
            aria-label={`「${row.name}」用${originNames[one.origin]} ${mmText(one.widthMm)}×${mmText(one.heightMm)}`}
            onClick={() => editing.type(row, typedOf(one))}
          >
            用{originNames[one.origin]}
          </Button>
        ))}
      </span>
      {isInvalid && <span className="sizes-line wireframes-problem">请填写大于 0 的毫米数</span>}
      {stretch !== null && (
        <span className="sizes-line wireframes-warning" title={`与图片${stretch.text}`}>
          {stretch.text}
        </span>
      )}
      {!isInvalid && stretch === null && wireframe.standard && !isChanged && (
        <span className="sizes-line wireframes-hint" title={standardTexts[wireframe.standard]}>
          标准线框，待核对
        </span>
      )}
    </span>
  )
}

/** Columns of the table 填毫米; the caller memoizes them. */
export const sizeColumns = (editing: SizeEditing): readonly Column<SizeRow>[] => [
  { key: 'picture', title: '图片', width: 64, render: (row) => <Picture {...row} /> },
  {
    key: 'name',
    title: '机型、材质与颜色',
    render: ({ name, row: { brand, model, material, color } }) => (
      <span className="sizes-name" title={name}>
        <span className="sizes-line">{model.name}</span>
        <span className="sizes-line wireframes-hint">
          {brand.name} · {material.name} · {color.name}
        </span>
      </span>
    ),
  },
  {
    key: 'area',
    title: '打印区域（像素）',
    width: 160,
    foldable: true,
    render: ({ wireframe: { printArea, width, height }, hole }) => (
      <span className="numeric">
        <span className="sizes-line">
          {printArea !== null ? areaText(printArea) : hole !== null ? `前景图 ${areaText(hole)}` : '没有'}
        </span>
        <span className="sizes-line wireframes-hint">图片 {sidesText({ width, height })}</span>
      </span>
    ),
  },
  ...(['width', 'height'] as const).map(
    (side): Column<SizeRow> => ({
      key: side,
      title: `${sideNames[side]}（毫米）`,
      width: 96,
      render: (row) => <SizeField row={row} side={side} editing={editing} />,
    }),
  ),
  { key: 'origin', title: '来自', width: 176, render: (row) => <Origin row={row} editing={editing} /> },
]
