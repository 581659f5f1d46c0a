import {
  type Announcements,
  closestCenter,
  DndContext,
  type DraggableAttributes,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  type ScreenReaderInstructions,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, type SortingStrategy, useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import {
  type CSSProperties,
  createContext,
  type MouseEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { coordinateGetter, queueKeyEvents } from './key-queue'
import { Menu } from './menu'
import { MoveDialog } from './move-dialog'
import { toastHint } from './toast'
import { useLatest } from './use-latest'

/** The props of a drag handle (a button): pointer and keyboard dragging, the menu of positions, and their description. */
export interface HandleProps extends DraggableAttributes {
  readonly ref: (element: HTMLElement | null) => void
  readonly onKeyDown: (event: ReactKeyboardEvent) => void
  readonly onPointerDown: (event: ReactPointerEvent) => void
  readonly onClick: (event: MouseEvent<HTMLElement>) => void
  readonly title?: string
  readonly 'aria-label': string
  readonly 'aria-haspopup': 'menu'
}

interface SortAreaProps {
  /** The ids on screen, in order. */
  readonly ids: readonly number[]
  readonly nameOf: (id: number) => string
  /** Index of the first id in the whole list, from 0. */
  readonly offset: number
  /** Length of the whole list. */
  readonly total: number
  readonly strategy: SortingStrategy
  readonly modifiers?: Modifier[]
  /** Why sorting is off now; null when it is on. */
  readonly refusal: string | null
  /** Called with indexes in the whole list, from 0. */
  readonly onMove: (from: number, to: number) => void
  readonly onDragging?: (id: number | null) => void
  /** Called instead of a move when an item is dropped on an element with `data-drop` anywhere on the screen, with its value. */
  readonly onDropOutside?: (id: number, target: string) => void
  readonly children: ReactNode
}

/** Follows the pointer of a drag over elements with `data-drop`; the element under it gets `data-over`. */
function trackDropTarget(): { readonly end: () => string | null } {
  let over: HTMLElement | null = null
  const highlight = (next: HTMLElement | null) => {
    if (next === over) return
    over?.removeAttribute('data-over')
    next?.setAttribute('data-over', '')
    over = next
  }
  const updateTarget = ({ clientX, clientY }: PointerEvent) => {
    const elements = document.elementsFromPoint(clientX, clientY)
    highlight(elements.map((element) => element.closest<HTMLElement>('[data-drop]')).find((element) => element !== null) ?? null)
  }
  addEventListener('pointermove', updateTarget, { passive: true })
  return {
    end() {
      removeEventListener('pointermove', updateTarget)
      const where = over?.dataset.drop ?? null
      highlight(null)
      return where
    },
  }
}

interface SortActions {
  readonly refusal: string | null
  openMenu(id: number, anchor: HTMLElement): void
}

const SortActionsContext = createContext<SortActions>({ refusal: null, openMenu: () => undefined })

const instructions: ScreenReaderInstructions = {
  draggable: '按空格键拿起，用方向键移动，再按空格键放下，按 Esc 取消；按回车键选择移到哪里。',
}
/** Enter does not start a drag, because it opens the menu of positions. */
const keyboardCodes = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] }
// Constant objects: new ones would give every handle new listeners and render every row again.
const pointerOptions = { activationConstraint: { distance: 6 } }
const keyboardOptions = { coordinateGetter, keyboardCodes }

interface DragState {
  /** Whether it has been over another position. */
  moved: boolean
}

function announcementsFor(
  nameOf: (id: number) => string,
  indexOf: (id: number) => number,
  total: number,
  dragState: DragState,
): Announcements {
  const positionText = (id: number | string | undefined) => `第 ${indexOf(Number(id)) + 1} 位，共 ${total} 个`
  const name = (id: number | string) => `「${nameOf(Number(id))}」`
  return {
    onDragStart({ active }) {
      dragState.moved = false
      return `已拿起${name(active.id)}，${positionText(active.id)}。`
    },
    onDragOver({ active, over }) {
      // Announcing its own position right after the start would interrupt 已拿起.
      dragState.moved ||= over?.id !== active.id
      if (!dragState.moved) return undefined
      return over ? `${name(active.id)}移到${positionText(over.id)}。` : `${name(active.id)}不在可放下的位置。`
    },
    onDragEnd: ({ active, over }) =>
      over ? `${name(active.id)}已放到${positionText(over.id)}。` : `${name(active.id)}没有移动。`,
    onDragCancel: ({ active }) => `已取消，${name(active.id)}回到原来的位置。`,
  }
}

/** Items that can be sorted: by pointer, by keyboard with Chinese announcements, or through a menu of positions. */
export function SortArea({
  ids,
  nameOf,
  offset,
  total,
  strategy,
  modifiers,
  refusal,
  onMove,
  onDragging,
  onDropOutside,
  children,
}: SortAreaProps) {
  const sensors = useSensors(useSensor(PointerSensor, pointerOptions), useSensor(KeyboardSensor, keyboardOptions))
  const indexes = useMemo(() => new Map(ids.map((id, index) => [id, offset + index])), [ids, offset])
  const indexOf = (id: number) => indexes.get(id) ?? 0
  const dragState = useRef<DragState>({ moved: false })
  const stopKeyQueue = useRef<(() => void) | null>(null)
  const dropTracker = useRef<ReturnType<typeof trackDropTarget> | null>(null)
  const endDropTracking = () => {
    const where = dropTracker.current?.end() ?? null
    dropTracker.current = null
    return where
  }
  useEffect(
    () => () => {
      stopKeyQueue.current?.()
      dropTracker.current?.end()
    },
    [],
  )
  const [menu, setMenu] = useState<{ readonly id: number; readonly anchor: HTMLElement } | null>(null)
  const [moveDialogId, setMoveDialogId] = useState<number | null>(null)
  const openMenu = useCallback((id: number, anchor: HTMLElement) => setMenu({ id, anchor }), [])
  const actions = useMemo(() => ({ refusal, openMenu }), [refusal, openMenu])
  const moveTo = (id: number, to: number) => {
    const from = indexOf(id)
    if (from !== to) onMove(from, to)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      {...(modifiers && { modifiers })}
      accessibility={{
        announcements: announcementsFor(nameOf, indexOf, total, dragState.current),
        screenReaderInstructions: instructions,
      }}
      onDragStart={({ active, activatorEvent }) => {
        if (activatorEvent instanceof KeyboardEvent) stopKeyQueue.current = queueKeyEvents()
        else if (onDropOutside) dropTracker.current = trackDropTarget()
        onDragging?.(Number(active.id))
      }}
      onDragCancel={() => {
        stopKeyQueue.current?.()
        endDropTracking()
        onDragging?.(null)
      }}
      onDragEnd={({ active, over }) => {
        stopKeyQueue.current?.()
        onDragging?.(null)
        const where = endDropTracking()
        if (where !== null && onDropOutside) onDropOutside(Number(active.id), where)
        else if (over) moveTo(Number(active.id), indexOf(Number(over.id)))
      }}
    >
      <SortableContext items={ids as number[]} strategy={strategy}>
        <SortActionsContext value={actions}>{children}</SortActionsContext>
      </SortableContext>
      {menu !== null && (
        <Menu
          anchor={menu.anchor}
          label={`移动「${nameOf(menu.id)}」`}
          items={[
            {
              key: 'top',
              label: '置顶',
              refusal: indexOf(menu.id) === 0 ? '已经在最前' : null,
              run: () => moveTo(menu.id, 0),
            },
            {
              key: 'position',
              label: '移到第 N 位…',
              refusal: total < 2 ? '只有一个' : null,
              run: () => setMoveDialogId(menu.id),
            },
            {
              key: 'bottom',
              label: '置底',
              refusal: indexOf(menu.id) === total - 1 ? '已经在最后' : null,
              run: () => moveTo(menu.id, total - 1),
            },
          ]}
          onClose={() => setMenu(null)}
        />
      )}
      <MoveDialog
        target={moveDialogId === null ? null : { name: nameOf(moveDialogId), index: indexOf(moveDialogId) }}
        total={total}
        onMove={(index) => moveDialogId !== null && moveTo(moveDialogId, index)}
        onClose={() => setMoveDialogId(null)}
      />
    </DndContext>
  )
}

export interface SortItem {
  readonly ref: (element: HTMLElement | null) => void
  readonly style: CSSProperties
  readonly isDragging: boolean
  /** The same object until something of it changes, so that memoised cards and rows are not rendered again during a drag. */
  readonly handle: HandleProps
}

/** Returns the props of one item of a SortArea. */
export function useSortItem(id: number, name: string): SortItem {
  const { refusal, openMenu } = useContext(SortActionsContext)
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: refusal !== null,
  })
  const style = { transform: CSS.Translate.toString(transform), transition }
  const onHandleClick = useLatest((button: HTMLElement) => {
    if (refusal === null) openMenu(id, button)
    else toastHint(refusal)
  })
  const handle = useMemo(
    (): HandleProps => ({
      ...attributes,
      'aria-roledescription': '可排序',
      'aria-label': refusal === null ? `拖动排序「${name}」` : `拖动排序「${name}」：${refusal}`,
      'aria-haspopup': 'menu',
      title: refusal ?? '拖动排序，点击选择移到哪里',
      ref: setActivatorNodeRef,
      onKeyDown: (event) => listeners?.onKeyDown?.(event),
      onPointerDown: (event) => listeners?.onPointerDown?.(event),
      onClick: (event) => {
        event.stopPropagation()
        onHandleClick(event.currentTarget)
      },
    }),
    [attributes, listeners, setActivatorNodeRef, name, refusal],
  )
  return { ref: setNodeRef, style, isDragging, handle }
}
