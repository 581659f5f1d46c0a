import {
  type Announcements,
  closestCenter,
  DndContext,
  type DraggableAttributes,
  KeyboardSensor,
  PointerSensor,
  type ScreenReaderInstructions,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, type PointerEvent as ReactPointerEvent, useMemo } from 'react'

/** What a card spreads on its drag handle: the keyboard way and the description for screen readers. */
export interface HandleProps extends DraggableAttributes {
  readonly ref: (element: HTMLElement | null) => void
  readonly onKeyDown: (event: ReactKeyboardEvent) => void
  readonly onPointerDown: (event: ReactPointerEvent) => void
  readonly 'aria-label': string
}

interface SortableGridProps<T> {
  readonly items: readonly T[]
  readonly label: string
  readonly nameOf: (item: T) => string
  readonly onMove: (from: number, to: number) => void
  readonly renderItem: (item: T, handle: HandleProps, index: number) => ReactNode
}

const instructions: ScreenReaderInstructions = {
  draggable: '按空格键拿起，用方向键移动，再按空格键放下，按 Esc 取消。',
}

function announcementsFor(names: ReadonlyMap<number, string>, order: readonly number[]): Announcements {
  const place = (id: number | string | undefined) => `第 ${order.indexOf(Number(id)) + 1} 位，共 ${order.length} 个`
  const name = (id: number | string) => `「${names.get(Number(id)) ?? ''}」`
  return {
    onDragStart: ({ active }) => `已拿起${name(active.id)}，${place(active.id)}。`,
    onDragOver: ({ active, over }) =>
      over ? `${name(active.id)}移到${place(over.id)}。` : `${name(active.id)}不在可放下的位置。`,
    onDragEnd: ({ active, over }) => (over ? `${name(active.id)}已放到${place(over.id)}。` : `${name(active.id)}没有移动。`),
    onDragCancel: ({ active }) => `已取消，${name(active.id)}回到原来的位置。`,
  }
}

function SortableItem({ id, name, children }: { id: number; name: string; children: (handle: HandleProps) => ReactNode }) {
  const sortable = useSortable({ id })
  const style = { transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }
  const listeners = sortable.listeners ?? {}
  const handle: HandleProps = {
    ...sortable.attributes,
    'aria-roledescription': '可排序',
    'aria-label': `拖动排序「${name}」`,
    ref: sortable.setActivatorNodeRef,
    onKeyDown: (event) => listeners.onKeyDown?.(event),
    onPointerDown: (event) => listeners.onPointerDown?.(event),
  }
  return (
    <li ref={sortable.setNodeRef} style={style} className={sortable.isDragging ? 'sortable-item is-dragging' : 'sortable-item'}>
      {children(handle)}
    </li>
  )
}

/** A grid of cards that can be put in order by mouse or keyboard. */
export function SortableGrid<T extends { readonly id: number }>({
  items,
  label,
  nameOf,
  onMove,
  renderItem,
}: SortableGridProps<T>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const order = useMemo(() => items.map((item) => item.id), [items])
  const announcements = announcementsFor(new Map(items.map((item) => [item.id, nameOf(item)])), order)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: instructions }}
      onDragEnd={({ active, over }) => {
        if (over && active.id !== over.id) onMove(order.indexOf(Number(active.id)), order.indexOf(Number(over.id)))
      }}
    >
      <SortableContext items={order} strategy={rectSortingStrategy}>
        <ul className="sortable-grid" aria-label={label}>
          {items.map((item, index) => (
            <SortableItem key={item.id} id={item.id} name={nameOf(item)}>
              {(handle) => renderItem(item, handle, index)}
            </SortableItem>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}
