import { Checkbox } from '@arco-design/web-react'
import { useState } from 'react'
import { SearchField } from './search-field'
import './check-list.css'
import { useTextMatch } from './use-text-match'

export interface CheckItem {
  readonly id: number
  readonly name: string
}

interface CheckListProps {
  /** 材质 */
  readonly label: string
  readonly items: readonly CheckItem[]
  readonly chosen: readonly number[]
  readonly onChange: (chosen: readonly number[]) => void
  /** Label of a selected item that no longer exists: 已删除的材质. */
  readonly missingLabel: string
  /** Text shown while nothing is selected: 不选表示全部材质. */
  readonly emptyText: string
}

/** Number of items from which on the list has a search. */
const searchMinItems = 13

/** A list of checkboxes with 全选, a search in long lists, and the selected items that no longer exist. */
export function CheckList({ label, items, chosen, onChange, missingLabel, emptyText }: CheckListProps) {
  const [typed, setTyped] = useState('')
  const query = typed.trim()
  const match = useTextMatch(query)
  const knownIds = new Set(items.map(({ id }) => id))
  const missingIds = chosen.filter((id) => !knownIds.has(id))
  const matching = query === '' ? items : items.filter(({ name }) => match(name, query))
  const chosenIds = new Set(chosen)
  const chosenMatching = matching.filter(({ id }) => chosenIds.has(id)).length
  const isAll = matching.length > 0 && chosenMatching === matching.length
  const toggle = (id: number, isChecked: boolean) =>
    onChange(isChecked ? [...chosen, id] : chosen.filter((other) => other !== id))
  const toggleAll = () => {
    const ids = matching.map(({ id }) => id)
    const others = chosen.filter((id) => !ids.includes(id))
    onChange(isAll ? others : [...others, ...ids])
  }
  return (
    <fieldset className="check-list" aria-label={label}>
      <div className="check-list-head">
        <Checkbox
          checked={isAll}
          indeterminate={chosenMatching > 0 && !isAll}
          disabled={matching.length === 0}
          onChange={toggleAll}
        >
          {query === '' ? '全选' : '全选搜到的'}
        </Checkbox>
        <span className="check-list-count numeric" role="status">
          {chosen.length === 0 ? emptyText : `已选 ${chosen.length} 个`}
        </span>
        {items.length >= searchMinItems && <SearchField value={typed} onChange={setTyped} label={`搜索${label}`} />}
      </div>
      <div className="check-list-body">
        {matching.map(({ id, name }) => (
          <Checkbox key={id} checked={chosenIds.has(id)} onChange={(isChecked) => toggle(id, isChecked)}>
            <span title={name}>{name}</span>
          </Checkbox>
        ))}
        {query === '' &&
          missingIds.map((id) => (
            <Checkbox key={id} checked onChange={() => toggle(id, false)}>
              <span className="check-list-gone">{missingLabel}</span>
            </Checkbox>
          ))}
        {matching.length === 0 && (query !== '' || missingIds.length === 0) && (
          <p className="check-list-none">{query === '' ? `还没有${label}` : `没有包含「${typed}」的${label}`}</p>
        )}
      </div>
    </fieldset>
  )
}
