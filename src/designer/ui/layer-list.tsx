import './layer-list.css'
import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { restrictToParentElement, restrictToVerticalAxis } from '@dnd-kit/modifiers'
import {
  arrayMove,
  SortableContext,
  type SortingStrategy,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { useMemo } from 'react'
import { layerTo } from '../commands/arrange'
import type { Layer } from '../model/types'
import { useDesigner, useSession } from './context'
import { LayerRow } from './layer-row'

const instructions = { draggable: '按空格键拿起图层，用上下方向键移动，再按空格键放下，按 Esc 取消。' }

/** The layers, the topmost first, as the seller sees them lie. */
export function LayerList() {
  const { session } = useDesigner()
  const layers = useSession((state) => state.doc.layers)
  const selection = useSession((state) => state.selection)
  const hover = useSession((state) => state.hover)
  const shown = useMemo(() => [...layers].reverse(), [layers])
  const order = useMemo(() => shown.map((layer) => layer.uuid), [shown])
  const lowest = lowestOf(shown)
  const strategy = useMemo(() => strategyAbove(lowest), [lowest])
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    const moved = arrayMove(order, order.indexOf(String(active.id)), order.indexOf(String(over.id)))
    const uuid = String(active.id)
    session.run(layerTo, { uuid, index: moved.length - 1 - moved.indexOf(uuid) })
  }

  if (shown.length === 0) return <p className="designer-hint designer-layers-empty">还没有图层，上传一张图片开始设计</p>
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[restrictToVerticalAxis, restrictToParentElement]}
      accessibility={{ announcements: announcementsFor(shown), screenReaderInstructions: instructions }}
      onDragEnd={drop}
    >
      <SortableContext items={order} strategy={strategy}>
        <ul className="designer-layers" aria-label="图层列表">
          {shown.map((layer) => (
            <LayerRow key={layer.uuid} layer={layer} selected={selection.includes(layer.uuid)} hovered={hover === layer.uuid} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

/** Lowest place in the list, counted from its top, that a dragged layer can take: the background keeps the last one. */
function lowestOf(shown: readonly Layer[]): number {
  return shown.length - (shown[shown.length - 1]?.isBackground ? 2 : 1)
}

/** The rows make room as far down as `lowest`; a background under them stands still whatever is held over it. */
function strategyAbove(lowest: number): SortingStrategy {
  return (args) =>
    args.index > lowest ? null : verticalListSortingStrategy({ ...args, overIndex: Math.min(args.overIndex, lowest) })
}

function announcementsFor(shown: readonly Layer[]) {
  const name = (id: string | number) => `「${shown.find((layer) => layer.uuid === id)?.name ?? ''}」`
  const place = (id: string | number) => {
    const at = shown.findIndex((layer) => layer.uuid === id)
    return `从上往下第 ${Math.min(at, lowestOf(shown)) + 1} 层，共 ${shown.length} 层`
  }
  type Over = { active: { id: string | number }; over: { id: string | number } | null }
  return {
    onDragStart: ({ active }: Pick<Over, 'active'>) => `已拿起图层${name(active.id)}，${place(active.id)}。`,
    onDragOver: ({ active, over }: Over) => (over ? `图层${name(active.id)}移到${place(over.id)}。` : ''),
    onDragEnd: ({ active, over }: Over) => (over ? `图层${name(active.id)}已放到${place(over.id)}。` : ''),
    onDragCancel: ({ active }: Pick<Over, 'active'>) => `已取消，图层${name(active.id)}回到原来的位置。`,
  }
}
