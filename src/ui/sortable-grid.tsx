import { rectSortingStrategy } from '@dnd-kit/sortable'
import { memo, type ReactNode, useMemo } from 'react'
import { type HandleProps, SortArea, useSortItem } from './sort-area'
import { Tick } from './tick'
import type { Selection } from './use-selection'
import { useTicks } from './use-ticks'
import './list.css'

export type { HandleProps } from './sort-area'

interface SortableGridProps<T> {
  readonly items: readonly T[]
  readonly label: string
  readonly nameOf: (item: T) => string
  /** Places in the whole list, from 0. */
  readonly onMove: (from: number, to: number) => void
  /**
   * Draws a card. While it stays the same function, a tick or a drag draws only the cards it concerns anew: keep it with
   * useCallback on pages of hundreds.
   */
  readonly renderItem: (item: T, handle: HandleProps, index: number, tick: ReactNode) => ReactNode
  /** Where `items` begin in the whole list, from 0; absent: they are the list's head. */
  readonly offset?: number
  /** Length of the whole list; absent: `items` are all. */
  readonly total?: number
  /** Gives each card a tick (the last argument of renderItem); with Shift a range of them. */
  readonly selection?: Selection
  /** Why sorting is off now: the handles are greyed with this reason. */
  readonly moveRefusal?: string | null
}

interface CardProps<T> {
  readonly item: T
  readonly index: number
  readonly handle: HandleProps
  readonly tick: ReactNode
  readonly renderItem: SortableGridProps<T>['renderItem']
}

const Card = memo(<T,>({ item, index, handle, tick, renderItem }: CardProps<T>) => renderItem(item, handle, index, tick)) as <T>(
  props: CardProps<T>,
) => ReactNode

interface ItemProps<T> {
  readonly item: T
  readonly id: number
  readonly name: string
  readonly index: number
  /** null: the grid has no ticks. */
  readonly ticked: boolean | null
  readonly onTick: (id: number) => void
  readonly renderItem: SortableGridProps<T>['renderItem']
}

const Item = memo(<T,>({ item, id, name, index, ticked, onTick, renderItem }: ItemProps<T>) => {
  const { ref, style, isDragging, handle } = useSortItem(id, name)
  const tick = useMemo(
    () => (ticked === null ? null : <Tick label={`选择「${name}」`} checked={ticked} onChange={() => onTick(id)} />),
    [ticked, onTick, id, name],
  )
  const state = `${isDragging ? ' is-dragging' : ''}${ticked ? ' is-ticked' : ''}`
  return (
    <li ref={ref} style={style} data-id={id} className={`sortable-item${state}`}>
      <Card item={item} index={index} handle={handle} tick={tick} renderItem={renderItem} />
    </li>
  )
}) as <T>(props: ItemProps<T>) => ReactNode

/** A grid of cards that can be put in order by mouse, keyboard or menu, and ticked. */
export function SortableGrid<T extends { readonly id: number }>({
  items,
  label,
  nameOf,
  onMove,
  renderItem,
  offset = 0,
  total,
  selection,
  moveRefusal = null,
}: SortableGridProps<T>) {
  const ids = useMemo(() => items.map((item) => item.id), [items])
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items])
  const { toggle, rangeProps } = useTicks(ids, selection)
  return (
    <SortArea
      ids={ids}
      nameOf={(id) => {
        const item = byId.get(id)
        return item === undefined ? '' : nameOf(item)
      }}
      offset={offset}
      total={total ?? items.length}
      strategy={rectSortingStrategy}
      refusal={moveRefusal}
      onMove={onMove}
    >
      <ul className="sortable-grid" aria-label={label} {...rangeProps}>
        {items.map((item, index) => (
          <Item
            key={item.id}
            item={item}
            id={item.id}
            name={nameOf(item)}
            index={index}
            ticked={selection ? selection.ids.has(item.id) : null}
            onTick={toggle}
            renderItem={renderItem}
          />
        ))}
      </ul>
    </SortArea>
  )
}
