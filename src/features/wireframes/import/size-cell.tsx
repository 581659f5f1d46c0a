import { Button, Input } from '@arco-design/web-react'
import { readSize } from '../sizes/read-size'
import { originNames as knownOrigins } from '../sizes/size-proposals'
import type { CheckRow } from './check-rows'
import { type RowSize, sizeText } from './row-size'

interface SizeCellProps {
  readonly row: CheckRow
  /** Number of rows of the same model, this one included: what is typed holds for all. */
  readonly rowsOfModel: number
  /** Sets the text for all rows of the model; undefined returns to what is kept or proposed. */
  readonly onSize: (text: string | undefined) => void
}

const originNames = { ...knownOrigins, table: '尺寸表' } as const

const notes: Readonly<Record<RowSize['origin'], string>> = {
  stored: '已有的，保持不变',
  factory: originNames.factory,
  library: `${originNames.library}，估计的`,
  table: originNames.table,
  set: '自己填的',
  none: '没有毫米',
}

/** The millimetres of a row of the check step, typed as one text such as 71.5×147.6, and where they are from. */
export function SizeCell({ row, rowsOfModel, onSize }: SizeCellProps) {
  const { mm, size, group } = row
  const name = group.combination ? `${group.combination.brand} ${group.combination.model}` : group.key
  const doubt = mm.doubtful !== null && (mm.origin === 'none' || mm.doubtful === 'table') && mm.origin !== 'set'
  // A proposal may differ between the rows of a model, and so may what is stored.
  const others = mm.proposals.filter((one) => sizeText(one) !== mm.text).slice(0, 3)
  const settle = () => {
    const read = mm.origin === 'set' ? readSize(mm.text, size) : null
    if (read && sizeText(read) !== mm.text) onSize(sizeText(read))
  }
  return (
    <div className="import-cell">
      <Input
        size="small"
        value={mm.text}
        placeholder="宽×高"
        autoComplete="off"
        aria-label={`「${group.key}」的宽和高（毫米）`}
        {...(mm.isInvalid && { status: 'error' as const, 'aria-invalid': true })}
        onFocus={(event) => event.target.select()}
        onChange={onSize}
        onBlur={settle}
      />
      {mm.isInvalid ? (
        <p className="wireframes-problem">请写成 71.5×147.6</p>
      ) : (
        <p
          className={doubt ? 'wireframes-warning' : 'wireframes-hint'}
          title={mm.proposals.find((one) => sizeText(one) === mm.text)?.detail}
        >
          {doubt ? `${mm.doubtful === 'table' ? '尺寸表里有几行像它' : '工厂给了几种尺寸'}，请选` : notes[mm.origin]}
          {mm.origin === 'set' && rowsOfModel > 1 && `，${name} 的 ${rowsOfModel} 组都一样`}
        </p>
      )}
      {mm.stretch && (
        <p className="wireframes-warning" title={`与图片${mm.stretch.text}`}>
          {mm.stretch.text}
        </p>
      )}
      {others.map((one) => (
        <Button
          key={`${one.origin} ${one.detail} ${sizeText(one)}`}
          size="mini"
          type="text"
          title={one.detail}
          aria-label={`「${group.key}」用${originNames[one.origin]} ${sizeText(one)}`}
          onClick={() => onSize(sizeText(one))}
        >
          用{originNames[one.origin]} {sizeText(one)}
        </Button>
      ))}
      {mm.origin === 'set' && (
        <Button size="mini" type="text" aria-label={`恢复「${group.key}」的毫米`} onClick={() => onSize(undefined)}>
          恢复
        </Button>
      )}
    </div>
  )
}
