import { rectSortingStrategy } from '@dnd-kit/sortable'
import { createContext, memo, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
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
  /** Dropped on an element outside the grid that has `data-drop`, whose value this is told; absent: such a drop sorts. */
  readonly onDropOutside?: (id: number, where: string) => void
  /**
   * Height of every card, px: cards far from what is seen are then empty places of this height. Absent: all are drawn, which
   * pages of hundreds cannot bear.
   */
  readonly cardHeight?: number
}

/** Cards this far outside of what is seen are kept ready for a fast wheel, px. */
const readyMargin = 700
/** Number of cards drawn before the observer has reported which ones are visible. */
const firstDrawn = 40

type Watch = (element: Element, near: (isNear: boolean) => void) => () => void
const WatchContext = createContext<Watch | null>(null)

/** One observer for all cards of a grid. */
function useWatch(on: boolean): Watch | null {
  const watch = useMemo((): (Watch & { close?: () => void }) | null => {
    if (!on) return null
    const told = new Map<Element, (isNear: boolean) => void>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) told.get(target)?.(isIntersecting)
      },
      { rootMargin: `${readyMargin}px 0px` },
    )
    return Object.assign(
      (element: Element, near: (isNear: boolean) => void) => {
        told.set(element, near)
        observer.observe(element)
        return () => {
          told.delete(element)
          observer.unobserve(element)
        }
      },
      { close: () => observer.disconnect() },
    )
  }, [on])
  useEffect(() => () => watch?.close?.(), [watch])
  return watch
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

type DrawnItemProps<T> = ItemProps<T> & { readonly watched: (element: HTMLElement | null) => void }

const DrawnItem = <T,>({ item, id, name, index, ticked, onTick, renderItem, watched }: DrawnItemProps<T>) => {
  const { ref, style, isDragging, handle } = useSortItem(id, name)
  const tick = useMemo(
    () => (ticked === null ? null : <Tick label={`选择「${name}」`} checked={ticked} onChange={() => onTick(id)} />),
    [ticked, onTick, id, name],
  )
  const both = useMemo(
    () => (element: HTMLElement | null) => {
      ref(element)
      watched(element)
    },
    [ref, watched],
  )
  const state = `${isDragging ? ' is-dragging' : ''}${ticked ? ' is-ticked' : ''}`
  return (
    <li ref={both} style={style} data-id={id} className={`sortable-item${state}`}>
      <Card item={item} index={index} handle={handle} tick={tick} renderItem={renderItem} />
    </li>
  )
}

const Item = memo(<T,>(props: ItemProps<T> & { readonly first: boolean; readonly height: number | undefined }) => {
  const { first, height, ...parts } = props
  const watch = useContext(WatchContext)
  const [near, setNear] = useState(watch === null || first)
  const element = useRef<HTMLElement | null>(null)
  const watched = useMemo(
    () => (now: HTMLElement | null) => {
      element.current = now
    },
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place and the card are two elements, each watched in its turn
  useEffect(() => {
    const place = element.current
    if (watch === null || place === null) return
    return watch(place, (isNear) => {
      // The card in hand, or the one with the focus, stays wherever it is.
      if (isNear || !(place.contains(document.activeElement) || place.classList.contains('is-dragging'))) setNear(isNear)
    })
  }, [watch, near])
  if (near) return <DrawnItem {...parts} watched={watched} />
  return <li ref={watched} data-id={parts.id} className="sortable-item" style={{ height }} />
}) as <T>(props: ItemProps<T> & { readonly first: boolean; readonly height: number | undefined }) => ReactNode

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
  onDropOutside,
  cardHeight,
}: SortableGridProps<T>) {
  const watch = useWatch(cardHeight !== undefined)
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
      {...(onDropOutside && { onDropOutside })}
    >
      <WatchContext value={watch}>
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
              first={index < firstDrawn}
              height={cardHeight}
            />
          ))}
        </ul>
      </WatchContext>
    </SortArea>
  )
}
