import './rulers.css'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useReducer, useRef, useState } from 'react'
import { clearGuides, type GuideAxis, guidePlace, setGuide } from '../../../../design/commands/guides'
import type { Point } from '../../../../design/model/types'
import type { Renderer } from '../../render/renderer'
import { useCell, useDesigner, useSession } from '../context'
import { NumberField } from '../number-field'
import { useLengthUnit } from '../units'
import { rulerTicks } from './ruler-ticks'

/** Width of a ruler, px; also in rulers.css. */
const rulerWidth = 20

/** Rulers along the canvas, the guides that are dragged out of them, and the grid. */
export function Rulers() {
  const { renderer, uiState } = useDesigner()
  const canvas = useCell(renderer)
  const { rulers, grid } = useCell(uiState.view)
  return canvas && (rulers || grid) ? <Overlay canvas={canvas} rulers={rulers} grid={grid} /> : null
}

interface DraggedGuide {
  readonly axis: GuideAxis
  /** Where it was; null while it comes out of a ruler. */
  readonly from: number | null
  /** Where it is now, canvas px; null over its ruler, where letting go removes it. */
  readonly to: number | null
}

interface OverlayProps {
  readonly canvas: Renderer
  readonly rulers: boolean
  readonly grid: boolean
}

function Overlay({ canvas, rulers, grid }: OverlayProps) {
  const { session, uiState } = useDesigner()
  const { gridSize } = useCell(uiState.view)
  const unit = useLengthUnit()
  const guides = useSession((state) => state.doc.guides)
  const width = useSession((state) => state.doc.width)
  const height = useSession((state) => state.doc.height)
  const root = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [dragged, setDragged] = useState<DraggedGuide | null>(null)
  const [edited, setEdited] = useState<{ readonly axis: GuideAxis; readonly at: number } | null>(null)
  /** The guide that a key has moved: its line is drawn anew at each place and takes the focus there. */
  const movedByKey = useRef<{ readonly axis: GuideAxis; readonly at: number } | null>(null)
  const [, follow] = useReducer((count: number) => count + 1, 0)

  useEffect(() => {
    const stop = canvas.onViewChange(follow)
    return () => stop()
  }, [canvas])
  useEffect(() => {
    const element = root.current
    if (!element) return
    const sizes = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])

  const zoom = canvas.zoom()
  const origin = canvas.hostPoint({ x: 0, y: 0 })
  const onScreen = (axis: GuideAxis, at: number) => origin[axis] + at * zoom

  const positionOf = (axis: GuideAxis, event: PointerEvent): number | null => {
    const box = root.current?.getBoundingClientRect()
    if (!box) return null
    const point: Point = { x: event.clientX - box.left, y: event.clientY - box.top }
    return point[axis] < rulerWidth ? null : (point[axis] - origin[axis]) / zoom
  }
  /** Whole px are what is meant, unless the view is magnified. */
  const rounded = (at: number) => (zoom >= 4 ? Math.round(at * 10) / 10 : Math.round(at))
  const drag = {
    begin(event: PointerEvent, axis: GuideAxis, from: number | null) {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged({ axis, from, to: from })
    },
    move(event: PointerEvent) {
      if (!dragged) return
      const at = positionOf(dragged.axis, event)
      setDragged({ ...dragged, to: at === null ? null : rounded(at) })
    },
    end() {
      if (!dragged) return
      const { axis, from, to } = dragged
      if (to !== from) session.run(setGuide, { axis, from, to })
      setDragged(null)
    },
    cancel: () => setDragged(null),
  }
  const inUnit = (at: number) => Number((at * unit.perPx).toFixed(unit.decimals))
  const keys = (event: KeyboardEvent, axis: GuideAxis, at: number) => {
    const step = event.shiftKey ? 10 : 1
    const moves: Readonly<Record<string, number>> =
      axis === 'x' ? { ArrowLeft: -step, ArrowRight: step } : { ArrowUp: -step, ArrowDown: step }
    if (event.key === 'Delete' || event.key === 'Backspace') session.run(setGuide, { axis, from: at, to: null })
    else if (event.key === 'Enter') setEdited({ axis, at })
    else if (moves[event.key] !== undefined) {
      const to = at + (moves[event.key] ?? 0)
      movedByKey.current = { axis, at: guidePlace({ width, height }, axis, to) }
      session.run(setGuide, { axis, from: at, to })
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const commit = (to: number) => {
    if (!edited) return
    const { axis, at } = edited
    session.run(setGuide, { axis, from: at, to })
    setEdited({ axis, at: guidePlace({ width, height }, axis, to) })
  }
  const handlers = { onPointerMove: drag.move, onPointerUp: drag.end, onPointerCancel: drag.cancel }
  const lineStyle = (axis: GuideAxis, at: number): CSSProperties =>
    axis === 'x' ? { left: onScreen('x', at) } : { top: onScreen('y', at) }

  return (
    <div ref={root} className="designer-rulers">
      {grid && (
        <div
          className="designer-grid"
          style={{
            left: origin.x,
            top: origin.y,
            width: width * zoom,
            height: height * zoom,
            backgroundSize: `${gridSize * zoom}px ${gridSize * zoom}px`,
          }}
        />
      )}
      {rulers &&
        (['x', 'y'] as const).map((axis) => {
          const moving = dragged?.axis === axis ? dragged : null
          const shown = guides[axis].filter((at) => at !== moving?.from)
          return (
            <div key={axis}>
              {shown.map((at) => (
                <button
                  key={at}
                  ref={(line) => {
                    const moved = movedByKey.current
                    if (!line || moved?.axis !== axis || moved.at !== at) return
                    movedByKey.current = null
                    line.focus()
                  }}
                  type="button"
                  className="designer-guide"
                  data-axis={axis}
                  style={lineStyle(axis, at)}
                  aria-label={`${axis === 'x' ? '竖直' : '水平'}参考线 ${inUnit(at)} ${unit.name}`}
                  title="拖动移动，拖回标尺删除，双击输入位置"
                  onPointerDown={(event) => drag.begin(event, axis, at)}
                  onDoubleClick={() => setEdited({ axis, at })}
                  onKeyDown={(event) => keys(event, axis, at)}
                  {...handlers}
                />
              ))}
              {moving && moving.to !== null && (
                <div className="designer-guide is-moving" data-axis={axis} style={lineStyle(axis, moving.to)}>
                  <span className="designer-guide-value">
                    {inUnit(moving.to)} {unit.symbol}
                  </span>
                </div>
              )}
              <Ruler
                axis={axis}
                origin={origin[axis]}
                perUnit={zoom / unit.perPx}
                length={axis === 'x' ? size.width : size.height}
                onPointerDown={(event) => drag.begin(event, axis === 'x' ? 'y' : 'x', null)}
                handlers={handlers}
              />
            </div>
          )
        })}
      {rulers && edited && (
        <fieldset
          aria-label="参考线位置"
          className="designer-guide-field"
          style={
            edited.axis === 'x'
              ? { left: onScreen('x', edited.at) + 6, top: rulerWidth + 6 }
              : { left: rulerWidth + 6, top: onScreen('y', edited.at) + 6 }
          }
          onBlur={() => setEdited(null)}
        >
          <NumberField
            label="位置"
            unit={unit.name}
            value={edited.at * unit.perPx}
            decimals={unit.decimals}
            onCommit={(typed) => commit(typed / unit.perPx)}
          />
        </fieldset>
      )}
      {rulers && (
        <button
          type="button"
          className="designer-ruler-corner"
          aria-label="清除全部参考线"
          title="清除全部参考线"
          disabled={guides.x.length + guides.y.length === 0}
          onClick={() => session.run(clearGuides, {})}
        >
          ×
        </button>
      )}
    </div>
  )
}

interface RulerProps {
  readonly axis: GuideAxis
  readonly origin: number
  /** Screen px per unit. */
  readonly perUnit: number
  readonly length: number
  readonly onPointerDown: (event: PointerEvent) => void
  readonly handlers: {
    readonly onPointerMove: (event: PointerEvent) => void
    readonly onPointerUp: () => void
    readonly onPointerCancel: () => void
  }
}

function Ruler({ axis, origin, perUnit, length, onPointerDown, handlers }: RulerProps) {
  const isAcross = axis === 'x'
  const ticks = rulerTicks(origin, perUnit, length)
  const lines = ticks.map(({ at, label }) => {
    const inset = label === null ? 14 : 6
    return isAcross ? `M${at} ${inset}V${rulerWidth}` : `M${inset} ${at}H${rulerWidth}`
  })
  return (
    <svg className="designer-ruler" data-axis={axis} aria-hidden="true" onPointerDown={onPointerDown} {...handlers}>
      <path d={lines.join('')} stroke="currentColor" />
      {ticks.map(
        ({ at, label }) =>
          label !== null && (
            <text key={label} transform={isAcross ? `translate(${at + 3} 10)` : `translate(10 ${at - 3}) rotate(-90)`}>
              {label}
            </text>
          ),
      )}
    </svg>
  )
}
