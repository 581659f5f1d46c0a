import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { clamp } from '../../../../contract/ground/number'
import type { CurvePoint } from '../../../../contract/rules/appearance'
import { spline } from '../../../../imaging/pixels/adjust-tables'

const straight: readonly CurvePoint[] = [
  [0, 0],
  [255, 255],
]
const maxPoints = 16
/** A press this near to a point takes it instead of adding one, in units of the curve. */
const grabDistance = 14

interface CurveFieldProps {
  readonly label: string
  /** Ascending by input; undefined is the straight line. */
  readonly value: readonly CurvePoint[] | undefined
  readonly disabled: boolean
  readonly onSlide: (value: readonly CurvePoint[] | undefined) => void
  readonly onEnd: () => void
}

/** A curve of outputs by inputs: a press adds a point, dragging moves it, Delete or a double click removes it. */
export function CurveField({ label, value, disabled, onSlide, onEnd }: CurveFieldProps) {
  const points = value ?? straight
  const frame = useRef<SVGSVGElement>(null)
  const [held, setHeld] = useState<number | null>(null)

  const report = (next: readonly CurvePoint[]) =>
    onSlide(next.length === 2 && next.every(([input, output], i) => input === i * 255 && output === i * 255) ? undefined : next)
  const pointAt = ({ clientX, clientY }: PointerEvent): CurvePoint => {
    const box = frame.current?.getBoundingClientRect()
    if (!box) return [0, 0]
    const x = clamp(Math.round(((clientX - box.left) / box.width) * 255), 0, 255)
    const y = clamp(Math.round(255 - ((clientY - box.top) / box.height) * 255), 0, 255)
    return [x, y]
  }
  /** A point stays between its neighbours. */
  const placed = (index: number, [x, y]: CurvePoint): readonly CurvePoint[] => {
    const low = (points[index - 1]?.[0] ?? -1) + 1
    const high = (points[index + 1]?.[0] ?? 256) - 1
    return points.map((point, i) => (i === index ? [clamp(x, low, high), clamp(y, 0, 255)] : point))
  }
  const remove = (index: number) => {
    if (index === 0 || index === points.length - 1) return
    report(points.filter((_, i) => i !== index))
    onEnd()
  }
  const press = (event: PointerEvent<SVGSVGElement>) => {
    if (disabled || event.button !== 0) return
    const at = pointAt(event)
    const near = points.findIndex(([x, y]) => Math.hypot(x - at[0], y - at[1]) <= grabDistance)
    if (near < 0 && points.length >= maxPoints) return
    event.currentTarget.setPointerCapture(event.pointerId)
    if (near >= 0) {
      setHeld(near)
      return
    }
    const next = [...points, at].sort((a, b) => a[0] - b[0])
    setHeld(next.indexOf(at))
    report(next)
  }
  const steps: Readonly<Record<string, CurvePoint>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
  }
  const key = (event: KeyboardEvent, index: number) => {
    const point = points[index]
    const step = steps[event.key]
    if (disabled || !point) return
    if (event.key === 'Delete' || event.key === 'Backspace') remove(index)
    else if (step)
      report(placed(index, [point[0] + step[0] * (event.shiftKey ? 10 : 1), point[1] + step[1] * (event.shiftKey ? 10 : 1)]))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const curve = spline(points)
  const line = Array.from({ length: 64 }, (_, i) => {
    const x = Math.round((i * 255) / 63)
    return `${x} ${255 - Math.round(clamp(curve(x), 0, 255))}`
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing with points to move is no fieldset.
    <svg
      ref={frame}
      className="designer-curve"
      viewBox="-6 -6 267 267"
      aria-label={label}
      role="group"
      onPointerDown={press}
      onPointerMove={(event) => held !== null && report(placed(held, pointAt(event)))}
      onPointerUp={() => {
        if (held !== null) onEnd()
        setHeld(null)
      }}
      onPointerCancel={() => {
        if (held !== null) onEnd()
        setHeld(null)
      }}
    >
      <path
        d="M0 255 255 0M64 0V255M128 0V255M191 0V255M0 64H255M0 128H255M0 191H255"
        fill="none"
        stroke="var(--color-border-2)"
      />
      <path d={`M${line.join('L')}`} fill="none" stroke="var(--color-text-1)" strokeWidth="2.5" />
      {points.map(([x, y], index) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: a point keeps its place in the row while it is moved.
          key={index}
          cx={x}
          cy={255 - y}
          r="6"
          fill="var(--color-bg-2)"
          stroke="var(--color-text-1)"
          strokeWidth="2"
          role="slider"
          tabIndex={disabled ? -1 : 0}
          aria-label={`${label}第 ${index + 1} 点`}
          aria-valuemin={0}
          aria-valuemax={255}
          aria-valuenow={y}
          aria-valuetext={`输入 ${x}，输出 ${y}`}
          onDoubleClick={() => remove(index)}
          onKeyDown={(event) => key(event, index)}
          onKeyUp={onEnd}
          onBlur={onEnd}
        />
      ))}
    </svg>
  )
}
