import { IconDragDotVertical } from '@arco-design/web-react/icon'
import { verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { DownloadRulePart } from '../../contract/constants'
import { SortArea, useSortItem } from '../ui/sort-area'
import { partNames, partSamples } from './names'

interface RuleOrderProps {
  readonly rules: readonly DownloadRulePart[]
  readonly onChange: (rules: readonly DownloadRulePart[]) => void
}

function PartRow({ id, part }: { readonly id: number; readonly part: DownloadRulePart }) {
  const name = partNames[part]
  const { ref, style, isDragging, handle } = useSortItem(id, name)
  return (
    <li ref={ref} style={style} className={isDragging ? 'download-rule is-dragging' : 'download-rule'}>
      <button type="button" className="download-rule-handle" {...handle}>
        <IconDragDotVertical />
      </button>
      <span>{name}</span>
      <span className="download-rule-sample">{partSamples[part]}</span>
    </li>
  )
}

/** Sortable list of the six parts of a file name. */
export function RuleOrder({ rules, onChange }: RuleOrderProps) {
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
          return part === undefined ? null : <PartRow key={part} id={id} part={part} />
        })}
      </ul>
    </SortArea>
  )
}
