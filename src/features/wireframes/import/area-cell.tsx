import { Button } from '@arco-design/web-react'
import type { PrintArea } from '../../../../contract/types'
import { areaText } from '../print-area'
import type { CheckRow } from './check-rows'
import { areaNote } from './row-area'

interface AreaCellProps {
  readonly row: CheckRow
  readonly onEdit: () => void
  /** Sets the area, null for none; undefined returns to what is kept or proposed. */
  readonly onArea: (area: PrintArea | null | undefined) => void
}

/** The print area of a row of the check step: where it is from, and the buttons that change, refuse or take it. */
export function AreaCell({ row, onEdit, onArea }: AreaCellProps) {
  const { area } = row
  const { key } = row.group
  const isOdd = area.holeCount === 0 || (area.holeCount ?? 0) > 1
  const isWarning = isOdd && (area.origin === 'hole' || area.origin === 'none')
  return (
    <div className="import-cell">
      <span className="numeric">{area.area ? areaText(area.area) : '不设'}</span>
      <p className={isWarning ? 'wireframes-warning' : 'wireframes-hint'}>
        {areaNote(area, row.group.layers.foreground !== undefined)}
      </p>
      <Button size="mini" type="text" aria-label={`修改「${key}」的打印区域`} onClick={onEdit}>
        修改
      </Button>
      {area.origin === 'hole' && (
        <Button size="mini" type="text" aria-label={`「${key}」不设打印区域`} onClick={() => onArea(null)}>
          不设
        </Button>
      )}
      {area.origin === 'none' && area.hole !== null && (
        <Button size="mini" type="text" aria-label={`「${key}」用前景图透明的部分`} onClick={() => onArea(area.hole)}>
          用透明的部分
        </Button>
      )}
      {area.origin === 'set' && (
        <Button size="mini" type="text" aria-label={`恢复「${key}」的打印区域`} onClick={() => onArea(undefined)}>
          恢复
        </Button>
      )}
    </div>
  )
}
