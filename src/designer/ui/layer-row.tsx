import { Button, Tag } from '@arco-design/web-react'
import { IconDragDotVertical, IconEye, IconEyeInvisible, IconLock, IconUnlock } from '@arco-design/web-react/icon'
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { memo } from 'react'
import { resolveFileUrl } from '../../api/file-url'
import { setHidden, setLocked } from '../commands/appearance'
import type { Layer } from '../model/types'
import { useDesigner } from './context'

interface LayerRowProps {
  readonly layer: Layer
  readonly selected: boolean
  readonly hovered: boolean
}

/** One layer: drag by the handle, click or shift-click to select, hide and lock. */
export const LayerRow = memo(function LayerRow({ layer, selected, hovered }: LayerRowProps) {
  const { session } = useDesigner()
  const { uuid, name, locked, hidden, isBackground, imageUrl } = layer
  // A layer can be dropped on the background, to be told why it stays above it.
  const sortable = useSortable({ id: uuid, disabled: { draggable: isBackground, droppable: false } })
  const classes = ['designer-layer']
  if (selected) classes.push('is-selected')
  if (hovered) classes.push('is-hovered')
  if (hidden) classes.push('is-hidden')
  if (sortable.isDragging) classes.push('is-dragging')
  return (
    <li
      ref={sortable.setNodeRef}
      className={classes.join(' ')}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
      onPointerEnter={() => session.hover(uuid)}
      onPointerLeave={() => session.hover(null)}
    >
      <button
        type="button"
        className="designer-layer-handle"
        ref={sortable.setActivatorNodeRef}
        {...sortable.attributes}
        {...sortable.listeners}
        aria-roledescription="可排序"
        aria-label={`拖动调整「${name}」的顺序`}
        disabled={isBackground}
      >
        <IconDragDotVertical />
      </button>
      <button
        type="button"
        className="designer-layer-main"
        aria-pressed={selected}
        onClick={(event) => session.click(uuid, { shift: event.shiftKey })}
      >
        <img
          className="designer-layer-thumb"
          src={resolveFileUrl(imageUrl)}
          alt=""
          crossOrigin="anonymous"
          loading="lazy"
          draggable={false}
        />
        <span className="designer-layer-name" title={name}>
          {name}
        </span>
        {isBackground && (
          <Tag size="small" color="arcoblue">
            背景
          </Tag>
        )}
      </button>
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
    </li>
  )
})
