import './layer-list.css'
import { Button } from '@arco-design/web-react'
import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { restrictToParentElement, restrictToVerticalAxis } from '@dnd-kit/modifiers'
import { arrayMove, SortableContext, type SortingStrategy, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import { layerTo } from '../../../design/commands/arrange'
import { equalExceptPlacement } from '../../../design/model/equal'
import type { Layer } from '../../../design/model/types'
import { coordinateGetter, queueKeyEvents } from '../../ui/key-queue'
import { SearchField } from '../../ui/search-field'
import { useTextMatch } from '../../ui/use-text-match'
import { useDesigner, useSession } from './context'
import { GroupRow } from './layer-group-row'
import { LayerRow } from './layer-row'

const instructions = { draggable: '按空格键拿起图层，用上下方向键移动，再按空格键放下，按 Esc 取消。' }

// Module constants: dnd-kit re-renders every row for a new sensor, modifier or option, even an equal one.
const modifiers = [restrictToVerticalAxis, restrictToParentElement]
const byPointer = { activationConstraint: { distance: 6 } }
const byKeys = { coordinateGetter }

/** A search field is shown for more layers than this. */
const searchFrom = 1

/** The list of layers, the topmost first. */
export function LayerList() {
  const { session } = useDesigner()
  // Rows show no placements, so hundreds of them are not re-rendered for a nudge.
  const layers = useSession((state) => state.doc.layers, equalExceptPlacement)
  const selection = useSession((state) => state.selection)
  const selected = useMemo(() => new Set(selection), [selection])
  const [query, setQuery] = useState('')
  const stopQueueing = useRef<(() => void) | null>(null)
  useEffect(() => () => stopQueueing.current?.(), [])
  const shown = useMemo(() => [...layers].reverse(), [layers])
  const uuids = useSession(({ doc }) => doc.layers.map(({ uuid }) => uuid).reverse(), isSameOrder)
  const searchable = shown.length > searchFrom
  const match = useTextMatch(query)
  const found = useMemo(
    () => (searchable ? shown.filter((layer) => match(layer.name, query)) : shown),
    [shown, searchable, query, match],
  )
  const filtered = found.length < shown.length
  const lastSortableIndex = lastSortableIndexOf(shown)
  const strategy = useMemo(() => strategyAbove(lastSortableIndex), [lastSortableIndex])
  const sensors = useSensors(useSensor(PointerSensor, byPointer), useSensor(KeyboardSensor, byKeys))

  const onDragEnd = ({ active, over }: DragEndEvent) => {
    stopQueueing.current?.()
    if (!over || active.id === over.id) return
    const moved = arrayMove(uuids, uuids.indexOf(String(active.id)), uuids.indexOf(String(over.id)))
    const uuid = String(active.id)
    session.run(layerTo, { uuid, index: moved.length - 1 - moved.indexOf(uuid) })
  }

  if (shown.length === 0) return <p className="designer-hint designer-layers-empty">还没有图层，上传一张图片开始设计</p>
  return (
    <>
      {searchable && (
        <SearchField
          label="搜索图层"
          value={query}
          onChange={setQuery}
          onEnter={(typed) =>
            typed !== '' && session.select(shown.filter(({ name }) => match(name, typed)).map(({ uuid }) => uuid))
          }
          clearsOnEscape
        />
      )}
      {filtered && found.length > 1 && (
        <Button size="mini" long onClick={() => session.select(found.map(({ uuid }) => uuid))}>
          选择找到的 {found.length} 个图层
        </Button>
      )}
      {found.length === 0 && <p className="designer-hint">没有名称包含「{query.trim()}」的图层</p>}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={modifiers}
        accessibility={{ announcements: announcementsFor(shown), screenReaderInstructions: instructions }}
        onDragStart={({ activatorEvent }) => {
          if (activatorEvent instanceof KeyboardEvent) stopQueueing.current = queueKeyEvents()
        }}
        onDragCancel={() => stopQueueing.current?.()}
        onDragEnd={onDragEnd}
      >
        <SortableContext items={uuids} strategy={strategy}>
          <ul className="designer-layers" aria-label="图层列表">
            {runsOf(found).map((run) => (
              <Fragment key={run[0]?.uuid}>
                {run.length > 1 && <GroupRow members={run} selected={run.every((layer) => selected.has(layer.uuid))} />}
                {run.map((layer) => (
                  <LayerRow key={layer.uuid} layer={layer} selected={selected.has(layer.uuid)} sortable={!filtered} />
                ))}
              </Fragment>
            ))}
          </ul>
        </SortableContext>
      </DndContext>
    </>
  )
}

function isSameOrder(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((uuid, i) => uuid === b[i])
}

/** Returns runs of adjacent members of one group; every other layer is a run of its own. */
function runsOf(layers: readonly Layer[]): readonly (readonly Layer[])[] {
  const runs: Layer[][] = []
  for (const layer of layers) {
    const run = runs[runs.length - 1]
    if (run && layer.groupId !== null && run[0]?.groupId === layer.groupId) run.push(layer)
    else runs.push([layer])
  }
  return runs
}

/** Returns the last index, from the top, that a dragged layer can take: the background keeps the last row. */
function lastSortableIndexOf(shown: readonly Layer[]): number {
  return shown.length - (shown[shown.length - 1]?.isBackground ? 2 : 1)
}

/** A sorting strategy that moves only the rows down to `lowest`; the background's row never moves. */
function strategyAbove(lowest: number): SortingStrategy {
  return (args) =>
    args.index > lowest ? null : verticalListSortingStrategy({ ...args, overIndex: Math.min(args.overIndex, lowest) })
}

function announcementsFor(shown: readonly Layer[]) {
  const name = (id: string | number) => `「${shown.find((layer) => layer.uuid === id)?.name ?? ''}」`
  const positionText = (id: string | number) => {
    const index = shown.findIndex((layer) => layer.uuid === id)
    return `从上往下第 ${Math.min(index, lastSortableIndexOf(shown)) + 1} 层，共 ${shown.length} 层`
  }
  type DragIds = { active: { id: string | number }; over: { id: string | number } | null }
  return {
    onDragStart: ({ active }: Pick<DragIds, 'active'>) => `已拿起图层${name(active.id)}，${positionText(active.id)}。`,
    onDragOver: ({ active, over }: DragIds) => (over ? `图层${name(active.id)}移到${positionText(over.id)}。` : ''),
    onDragEnd: ({ active, over }: DragIds) => (over ? `图层${name(active.id)}已放到${positionText(over.id)}。` : ''),
    onDragCancel: ({ active }: Pick<DragIds, 'active'>) => `已取消，图层${name(active.id)}回到原来的位置。`,
  }
}
