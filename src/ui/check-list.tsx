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
  readonly gone: string
  /** Text shown while nothing is selected: 不选表示全部材质. */
  readonly none: string
}

/** Number of items from which on the list has a search. */
const searchedFrom = 13

/** A list of checkboxes with 全选, a search in long lists, and the selected items that no longer exist. */
export function CheckList({ label, items, chosen, onChange, gone, none }: CheckListProps) {
  const [typed, setTyped] = useState('')
  const query = typed.trim()
  const match = useTextMatch(query)
  const known = new Set(items.map(({ id }) => id))
  const lost = chosen.filter((id) => !known.has(id))
  const found = query === '' ? items : items.filter(({ name }) => match(name, query))
  const ticked = new Set(chosen)
  const tickedFound = found.filter(({ id }) => ticked.has(id)).length
  const isAll = found.length > 0 && tickedFound === found.length
  const toggle = (id: number, on: boolean) => onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  const toggleAll = () => {
    const ids = found.map(({ id }) => id)
    const others = chosen.filter((id) => !ids.includes(id))
    onChange(isAll ? others : [...others, ...ids])
  }
  return (
    <fieldset className="check-list" aria-label={label}>
      <div className="check-list-head">
        <Checkbox checked={isAll} indeterminate={tickedFound > 0 && !isAll} disabled={found.length === 0} onChange={toggleAll}>
          {query === '' ? '全选' : '全选搜到的'}
        </Checkbox>
        <span className="check-list-count numeric" role="status">
          {chosen.length === 0 ? none : `已选 ${chosen.length} 个`}
        </span>
        {items.length >= searchedFrom && <SearchField value={typed} onChange={setTyped} label={`搜索${label}`} />}
      </div>
      <div className="check-list-body">
        {found.map(({ id, name }) => (
          <Checkbox key={id} checked={ticked.has(id)} onChange={(on) => toggle(id, on)}>
            <span title={name}>{name}</span>
          </Checkbox>
        ))}
        {query === '' &&
          lost.map((id) => (
            <Checkbox key={id} checked onChange={() => toggle(id, false)}>
              <span className="check-list-gone">{gone}</span>
            </Checkbox>
          ))}
        {found.length === 0 && (query !== '' || lost.length === 0) && (
          <p className="check-list-none">{query === '' ? `还没有${label}` : `没有包含「${typed}」的${label}`}</p>
        )}
      </div>
    </fieldset>
  )
}
