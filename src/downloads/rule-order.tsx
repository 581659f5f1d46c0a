import { Checkbox } from '@arco-design/web-react'
import { IconDragDotVertical } from '@arco-design/web-react/icon'
import { verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { DownloadRulePart } from '../../contract/rules/name-parts'
import { SortArea, useSortItem } from '../ui/sort-area'
import { partNames, partSamples } from './names'

interface RuleOrderProps {
  readonly rules: readonly DownloadRulePart[]
  readonly onChange: (rules: readonly DownloadRulePart[]) => void
  /** The parts that are used; absent: all of them, and none can be left out. */
  readonly used?: readonly DownloadRulePart[]
  readonly onUse?: (part: DownloadRulePart, isUsed: boolean) => void
}

interface PartRowProps extends Pick<RuleOrderProps, 'used' | 'onUse'> {
  readonly id: number
  readonly part: DownloadRulePart
}

function PartRow({ id, part, used, onUse }: PartRowProps) {
  const name = partNames[part]
  const { ref, style, isDragging, handle } = useSortItem(id, name)
  return (
    <li ref={ref} style={style} className={isDragging ? 'download-rule is-dragging' : 'download-rule'}>
      <button type="button" className="download-rule-handle" {...handle}>
        <IconDragDotVertical />
      </button>
      {used === undefined ? (
        <span>{name}</span>
      ) : (
        <Checkbox checked={used.includes(part)} onChange={(isUsed) => onUse?.(part, isUsed)}>
          {name}
        </Checkbox>
      )}
      <span className="download-rule-sample">{partSamples[part]}</span>
    </li>
  )
}

/** Sortable list of the six parts of a file name. */
export function RuleOrder({ rules, onChange, used, onUse }: RuleOrderProps) {
  const ids = rules.map((_, index) => index + 1)
  const partAt = (id: number) => rules[id - 1]
  const move = (from: number, to: number) => {
    const next = [...rules]
    next.splice(to, 0, ...next.splice(from, 1))
    onChange(next)
  }
  return (
    <SortArea
      ids={ids}
      nameOf={(id) => {
        const part = partAt(id)
        return part === undefined ? '' : partNames[part]
      }}
      offset={0}
      total={rules.length}
      strategy={verticalListSortingStrategy}
      refusal={null}
      onMove={move}
    >
      <ul className="download-rules" aria-label="文件名的顺序">
        {ids.map((id) => {
          const part = partAt(id)
          return part === undefined ? null : <PartRow key={part} id={id} part={part} {...(used && onUse && { used, onUse })} />
        })}
      </ul>
    </SortArea>
  )
}
