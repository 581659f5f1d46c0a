import { Button } from '@arco-design/web-react'
import { IconDragDotVertical, IconEye, IconEyeInvisible, IconLock, IconUnlock } from '@arco-design/web-react/icon'
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { type MouseEvent, memo } from 'react'
import { setHidden, setLocked } from '../../../design/commands/appearance'
import type { Layer } from '../../../design/model/types'
import { resolveFileUrl } from '../../api/file-url'
import { DpiBadge } from './checks/dpi-badge'
import { useCell, useDesigner } from './context'
import { LayerNameInput } from './layer-name'
import { CutoutMark } from './portrait/cutout-mark'
import { useHovered } from './use-hovered'

interface LayerRowProps {
  readonly layer: Layer
  readonly selected: boolean
  /** Rows of a search result cannot be sorted. */
  readonly sortable: boolean
}

/** One layer: drag by the handle, click or shift-click to select, double-click to rename, hide and lock. */
export const LayerRow = memo(function LayerRow({ layer, selected, sortable: canMove }: LayerRowProps) {
  const { session, uiState } = useDesigner()
  const hovered = useHovered(layer.uuid)
  const renaming = useCell(uiState.renaming) === layer.uuid
  const { uuid, name, locked, hidden, isBackground, imageUrl } = layer
  // The background accepts drops, so that a message can say why the layer stays above it.
  const sortable = useSortable({ id: uuid, disabled: { draggable: isBackground || !canMove, droppable: false } })
  const classes = ['designer-layer']
  if (selected) classes.push('is-selected')
  if (hovered) classes.push('is-hovered')
  if (hidden) classes.push('is-hidden')
  if (sortable.isDragging) classes.push('is-dragging')
  if (layer.groupId !== null) classes.push('is-grouped')
  // Layers of a copy of a component are hidden, locked and named only together.
  const isInside = layer.component !== null && layer.groupId !== null
  const openMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault()
    if (!session.getState().selection.includes(uuid)) session.click(uuid, { alone: true })
    const anchor = event.currentTarget.querySelector<HTMLElement>('.designer-layer-main')
    if (anchor) uiState.menu.set({ at: { x: event.clientX, y: event.clientY }, anchor })
  }
  return (
    <li
      ref={sortable.setNodeRef}
      className={classes.join(' ')}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
      onPointerEnter={() => session.hover(uuid)}
      onPointerLeave={() => session.hover(null)}
      onContextMenu={openMenu}
    >
      <button
        type="button"
        className="designer-layer-handle"
        ref={sortable.setActivatorNodeRef}
        {...sortable.attributes}
        {...sortable.listeners}
        aria-roledescription="可排序"
        aria-label={`拖动调整「${name}」的顺序`}
        disabled={isBackground || !canMove}
      >
        <IconDragDotVertical />
      </button>
      {renaming ? (
        <span className="designer-layer-main">
          <Thumb url={imageUrl} />
          <LayerNameInput layer={layer} />
        </span>
      ) : (
        <button
          type="button"
          className="designer-layer-main"
          aria-pressed={selected}
          // A row selects its own layer; the group's row selects the group.
          onClick={(event) => session.click(uuid, { shift: event.shiftKey || event.ctrlKey || event.metaKey, alone: true })}
          onDoubleClick={() => layer.component === null && uiState.renaming.set(uuid)}
        >
          <Thumb url={imageUrl} />
          <span className="designer-layer-text">
            <span className="designer-layer-name" title={name}>
              {name}
            </span>
            <span className="designer-layer-facts">
              {isBackground && <span>背景</span>}
              {layer.appearance?.bare && <span title="下面不印白墨">透底</span>}
              {layer.component !== null && !isInside && <span>组件</span>}
              <DpiBadge layer={layer} onlyLow />
              <CutoutMark uuid={uuid} />
            </span>
          </span>
        </button>
      )}
      {!isInside && (
        <>
          <Button
            size="small"
            type="text"
            icon={hidden ? <IconEyeInvisible /> : <IconEye />}
            aria-label={`${hidden ? '显示' : '隐藏'}「${name}」`}
            onClick={() => session.run(setHidden, { uuids: [uuid], hidden: !hidden })}
          />
          <Button
            size="small"
            type="text"
            icon={locked ? <IconLock /> : <IconUnlock />}
            aria-label={`${locked ? '解锁' : '锁定'}「${name}」`}
            className={locked ? 'is-on' : ''}
            onClick={() => session.run(setLocked, { uuids: [uuid], locked: !locked })}
          />
        </>
      )}
    </li>
  )
})

/** Not loaded lazily: the canvas loads the same picture anyway, and the browser looks at every lazy one with every frame. */
function Thumb({ url }: { readonly url: string }) {
  return (
    <span className="designer-layer-thumb picture-box">
      <img src={resolveFileUrl(url)} alt="" crossOrigin="anonymous" draggable={false} />
    </span>
  )
}
