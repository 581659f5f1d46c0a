import './side.css'
import { Button } from '@arco-design/web-react'
import { IconClose, IconDown, IconRight } from '@arco-design/web-react/icon'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { clamp } from '../../../../contract/ground/number'
import { useCell, useDesigner, useSession } from '../context'
import { LayerList } from '../layer-list'
import { PropertyPanel } from '../property-panel'
import { type SideSettings, shareRange, storeSideSettings } from './side-settings'

/** Part of the column by which one press of an arrow key moves the divider. */
const keyStep = 0.05

interface SideColumnProps {
  /** Closes the column, where it lies over the canvas; null where it stands beside it. */
  readonly onClose: (() => void) | null
}

/** The right column: properties above, layers below, each with a scroll position of its own and a divider between them. */
export function SideColumn({ onClose }: SideColumnProps) {
  const { uiState, username } = useDesigner()
  const column = useRef<HTMLElement>(null)
  const side = useCell(uiState.side)
  const count = useSession(({ doc }) => doc.layers.length)
  const change = (part: Partial<SideSettings>) => {
    const next = { ...uiState.side.get(), ...part }
    uiState.side.set(next)
    storeSideSettings(username, next)
  }
  return (
    <aside ref={column} className="designer-right" aria-label="属性与图层">
      {onClose && (
        <div className="designer-panel-head">
          <h2 className="designer-section-title">属性</h2>
          <Button size="small" type="text" icon={<IconClose />} aria-label="收起属性与图层" onClick={onClose} />
        </div>
      )}
      <div className="designer-side-properties">
        <PropertyPanel />
      </div>
      {side.layers && <Divider column={column} share={side.share} onMove={(share) => change({ share })} />}
      <div className="designer-side-layers" style={side.layers ? { flexBasis: `${side.share * 100}%` } : undefined}>
        <h3 className="designer-section-title">
          <button
            type="button"
            className="designer-fold-title"
            aria-expanded={side.layers}
            onClick={() => change({ layers: !side.layers })}
          >
            {side.layers ? <IconDown /> : <IconRight />}
            图层
            {count > 0 && <span className="designer-side-count numeric">{count}</span>}
          </button>
        </h3>
        {side.layers && <LayerList />}
      </div>
    </aside>
  )
}

interface DividerProps {
  readonly column: { readonly current: HTMLElement | null }
  readonly share: number
  readonly onMove: (share: number) => void
}

/** Moved by the pointer or by the arrow keys. */
function Divider({ column, share, onMove }: DividerProps) {
  const move = (to: number) => onMove(clamp(to, shareRange.min, shareRange.max))
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const box = column.current?.getBoundingClientRect()
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    move((box.bottom - event.clientY) / box.height)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? keyStep : event.key === 'ArrowDown' ? -keyStep : 0
    if (step === 0) return
    // The arrow keys would move the selected layer as well.
    event.preventDefault()
    event.stopPropagation()
    move(share + step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot have the focus and a value.
    <div
      className="designer-side-divider"
      role="separator"
      aria-orientation="horizontal"
      aria-label="图层列表的高度"
      aria-valuemin={shareRange.min * 100}
      aria-valuemax={shareRange.max * 100}
      aria-valuenow={Math.round(share * 100)}
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.focus()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  )
}
