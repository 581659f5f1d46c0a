import './color.css'
import { type PointerEvent, useState } from 'react'
import { useCell, useDesigner } from '../context'
import { useEscape } from '../use-escape'

export function PipetteIcon() {
  return (
    <svg
      className="arco-icon"
      width="1em"
      height="1em"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="m14 6 4 4M12 8l4 4-8 8H4v-4l8-8ZM15 5l1-1a2.8 2.8 0 0 1 4 4l-1 1" />
    </svg>
  )
}

/** Covers the canvas while a colour is picked from it: the next press is the pick, Esc gives up. */
export function Eyedropper() {
  const { uiState, renderer } = useDesigner()
  const canvas = useCell(renderer)
  const onPick = useCell(uiState.eyedropper)
  const [seen, setSeen] = useState<{ readonly x: number; readonly y: number; readonly color: string } | null>(null)
  const close = () => {
    setSeen(null)
    uiState.eyedropper.set(null)
  }
  useEscape(onPick !== null, close)
  if (onPick === null || canvas === null) return null

  const look = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const color = canvas.colorAt({ x: clientX, y: clientY })
    const { left, top } = currentTarget.getBoundingClientRect()
    setSeen(color === null ? null : { x: clientX - left, y: clientY - top, color })
  }
  return (
    <div
      className="designer-eyedropper"
      role="application"
      aria-label="从画布取色：点击画布上的颜色，Esc 取消"
      onPointerMove={look}
      onPointerDown={look}
      onPointerUp={({ clientX, clientY }) => {
        const color = canvas.colorAt({ x: clientX, y: clientY })
        close()
        if (color !== null) onPick(color)
      }}
    >
      {seen ? (
        <span key="seen" className="designer-eyedropper-seen" style={{ left: seen.x, top: seen.y }}>
          <span style={{ background: seen.color }} />
          {seen.color}
        </span>
      ) : (
        <span key="hint" className="designer-eyedropper-hint">
          点击画布上的颜色，Esc 取消
        </span>
      )}
    </div>
  )
}
