import { rectSortingStrategy } from '@dnd-kit/sortable'
import { createContext, memo, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { SelectBox } from './select-box'
import { type HandleProps, SortArea, useSortItem } from './sort-area'
import { useRowSelection } from './use-row-selection'
import type { Selection } from './use-selection'
import './list.css'

export type { HandleProps } from './sort-area'

interface SortableGridProps<T> {
  readonly items: readonly T[]
  readonly label: string
  readonly nameOf: (item: T) => string
  /** Called with indexes in the whole list, from 0. */
  readonly onMove: (from: number, to: number) => void
  /**
   * Renders a card. While it stays the same function, a selection or a drag renders only the affected cards again: use
   * useCallback on pages with hundreds of cards.
   */
  readonly renderItem: (item: T, handle: HandleProps, index: number, selectBox: ReactNode) => ReactNode
  /** Index of the first of `items` in the whole list; absent: 0. */
  readonly offset?: number
  /** Length of the whole list; absent: `items` are all. */
  readonly total?: number
  /** Gives each card a checkbox (the last argument of renderItem); Shift selects a range. */
  readonly selection?: Selection
  /** Why sorting is off now: the handles are greyed with this reason. */
  readonly moveRefusal?: string | null
  /**
   * Called when an item is dropped on an element outside the grid with `data-drop`, with its value; absent: such a drop sorts.
   */
  readonly onDropOutside?: (id: number, where: string) => void
  /**
   * Height of every card, px: cards far from the visible area are then empty boxes of this height. Absent: all are rendered,
   * which is too slow for hundreds.
   */
  readonly cardHeight?: number
}

/** Distance from the visible area within which cards are rendered, for fast scrolling, px. */
const renderMargin = 700
/** Number of cards drawn before the observer has reported which ones are visible. */
const initiallyRendered = 40

type ObserveVisibility = (element: Element, near: (isNear: boolean) => void) => () => void
const VisibilityContext = createContext<ObserveVisibility | null>(null)

/** Returns one observer for all cards of a grid. */
function useVisibilityObserver(isEnabled: boolean): ObserveVisibility | null {
  const observe = useMemo((): (ObserveVisibility & { close?: () => void }) | null => {
    if (!isEnabled) return null
    const callbacks = new Map<Element, (isNear: boolean) => void>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) callbacks.get(target)?.(isIntersecting)
      },
      { rootMargin: `${renderMargin}px 0px` },
    )
    return Object.assign(
      (element: Element, near: (isNear: boolean) => void) => {
        callbacks.set(element, near)
        observer.observe(element)
        return () => {
          callbacks.delete(element)
          observer.unobserve(element)
        }
      },
      { close: () => observer.disconnect() },
    )
  }, [isEnabled])
  useEffect(() => () => observe?.close?.(), [observe])
  return observe
}

interface CardProps<T> {
  readonly item: T
  readonly index: number
  readonly handle: HandleProps
  readonly selectBox: ReactNode
  readonly renderItem: SortableGridProps<T>['renderItem']
}

const Card = memo(<T,>({ item, index, handle, selectBox, renderItem }: CardProps<T>) =>
  renderItem(item, handle, index, selectBox),
) as <T>(props: CardProps<T>) => ReactNode

interface ItemProps<T> {
  readonly item: T
  readonly id: number
  readonly name: string
  readonly index: number
  /** null: the grid has no selection. */
  readonly selected: boolean | null
  readonly onSelect: (id: number) => void
  readonly renderItem: SortableGridProps<T>['renderItem']
}

type RenderedItemProps<T> = ItemProps<T> & { readonly watched: (element: HTMLElement | null) => void }

const RenderedItem = <T,>({ item, id, name, index, selected, onSelect, renderItem, watched }: RenderedItemProps<T>) => {
  const { ref, style, isDragging, handle } = useSortItem(id, name)
  const selectBox = useMemo(
    () => (selected === null ? null : <SelectBox label={`选择「${name}」`} checked={selected} onChange={() => onSelect(id)} />),
    [selected, onSelect, id, name],
  )
  const setElement = useMemo(
    () => (element: HTMLElement | null) => {
      ref(element)
      watched(element)
    },
    [ref, watched],
  )
  const state = `${isDragging ? ' is-dragging' : ''}${selected ? ' is-selected' : ''}`
  return (
    <li ref={setElement} style={style} data-id={id} className={`sortable-item${state}`}>
      <Card item={item} index={index} handle={handle} selectBox={selectBox} renderItem={renderItem} />
    </li>
  )
}

const Item = memo(<T,>(props: ItemProps<T> & { readonly first: boolean; readonly height: number | undefined }) => {
  const { first, height, ...parts } = props
  const watch = useContext(VisibilityContext)
  const [near, setNear] = useState(watch === null || first)
  const element = useRef<HTMLElement | null>(null)
  const watched = useMemo(
    () => (now: HTMLElement | null) => {
      element.current = now
    },
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the empty box and the card are two elements, each observed
  useEffect(() => {
    const box = element.current
    if (watch === null || box === null) return
    return watch(box, (isNear) => {
      // The dragged card and the focused one stay rendered everywhere.
      if (isNear || !(box.contains(document.activeElement) || box.classList.contains('is-dragging'))) setNear(isNear)
    })
  }, [watch, near])
  if (near) return <RenderedItem {...parts} watched={watched} />
  return <li ref={watched} data-id={parts.id} className="sortable-item" style={{ height }} />
}) as <T>(props: ItemProps<T> & { readonly first: boolean; readonly height: number | undefined }) => ReactNode

/** A grid of cards that can be sorted by mouse, keyboard or menu, and selected. */
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
  onDropOutside,
  cardHeight,
}: SortableGridProps<T>) {
  const watch = useVisibilityObserver(cardHeight !== undefined)
  const ids = useMemo(() => items.map((item) => item.id), [items])
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items])
  const { toggle, rangeProps } = useRowSelection(ids, selection)
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
      {...(onDropOutside && { onDropOutside })}
    >
      <VisibilityContext value={watch}>
        <ul className="sortable-grid" aria-label={label} {...rangeProps}>
          {items.map((item, index) => (
            <Item
              key={item.id}
              item={item}
              id={item.id}
              name={nameOf(item)}
              index={index}
              selected={selection ? selection.ids.has(item.id) : null}
              onSelect={toggle}
              renderItem={renderItem}
              first={index < initiallyRendered}
              height={cardHeight}
            />
          ))}
        </ul>
      </VisibilityContext>
    </SortArea>
  )
}
