import { percentRange } from '../../../../contract/rules/limits'
import './color.css'
import { Button } from '@arco-design/web-react'
import { IconDelete } from '@arco-design/web-react/icon'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { GradientStop } from '../../../../contract/rules/appearance'
import { minStops, withoutStop, withStop, withStopAt } from '../../../../design/rules/gradient-stops'
import { RangeField } from '../text/range-field'
import { ColorField } from './color-field'

type Stops = readonly GradientStop[]

interface GradientFieldProps {
  readonly stops: Stops
  readonly disabled: boolean
  /** Called for every movement. */
  readonly onSlide: (stops: Stops) => void
  /** Called for a change that is complete. */
  readonly onPick: (stops: Stops) => void
  /** Called at the end of a movement. */
  readonly onEnd: () => unknown
}

/** Distance from the bar at which a dragged stop is removed, px. */
const dragAway = 36

const css = ({ at, color, opacity }: GradientStop): string =>
  `${color}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')} ${at * 100}%`
const gradientCss = (stops: Stops): string => `linear-gradient(to right, ${stops.map(css).join(', ')})`

const presets: readonly { readonly name: string; readonly colors: readonly string[] }[] = [
  { name: '日落', colors: ['#ff5f6d', '#ffc371'] },
  { name: '海洋', colors: ['#2193b0', '#6dd5ed'] },
  { name: '樱花', colors: ['#f9a8d4', '#fdf2f8'] },
  { name: '金属金', colors: ['#8a5a00', '#ffe9a8', '#b8860b'] },
  { name: '银灰', colors: ['#7f8c9b', '#f5f7fa', '#9aa5b1'] },
  { name: '彩虹', colors: ['#ff3b30', '#ffcc00', '#34c759', '#0a84ff', '#af52de'] },
]
const stopsOf = (colors: readonly string[]): Stops =>
  colors.map((color, index) => ({ at: index / (colors.length - 1), color, opacity: 1 }))

/**
 * The stops of a gradient on a bar: a click adds one, dragging moves it, dragging it away or Delete removes it; the chosen one
 * has a colour and an opacity. Arrow keys move it by 1 %, with Shift by 10 %.
 */
export function GradientField({ stops, disabled, onSlide, onPick, onEnd }: GradientFieldProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(0)
  const [isLeaving, setLeaving] = useState(false)
  /** Where held keys have moved a stop to; null while no key is held. Callers may show a movement only at its end. */
  const moved = useRef<number | null>(null)
  const index = Math.min(chosen, stops.length - 1)
  const stop = stops[index]

  const positionOf = (clientX: number): number => {
    const { left = 0, width = 1 } = bar.current?.getBoundingClientRect() ?? {}
    return (clientX - left) / Math.max(1, width)
  }
  const isAway = (clientY: number): boolean => {
    const { top = 0, bottom = 0 } = bar.current?.getBoundingClientRect() ?? {}
    return stops.length > minStops && (clientY < top - dragAway || clientY > bottom + dragAway)
  }
  const add = (event: PointerEvent) => {
    if (disabled || event.button !== 0 || event.target !== bar.current) return
    const added = withStop(stops, positionOf(event.clientX))
    if (!added) return
    setChosen(added.index)
    onPick(added.stops)
  }
  const remove = (at: number) => {
    const left = withoutStop(stops, at)
    if (!left) return
    setChosen(Math.max(0, at - 1))
    onPick(left)
  }
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const step = { ArrowLeft: -0.01, ArrowDown: -0.01, ArrowRight: 0.01, ArrowUp: 0.01 }[event.key]
    const isDelete = event.key === 'Delete' || event.key === 'Backspace'
    if (step === undefined && !isDelete) return
    // The same keys move and delete layers.
    event.preventDefault()
    event.stopPropagation()
    if (disabled) return
    if (isDelete) remove(at)
    else if (step !== undefined) {
      const next = withStopAt(stops, at, (moved.current ?? stops[at]?.at ?? 0) + step * (event.shiftKey ? 10 : 1))
      moved.current = next[at]?.at ?? null
      onSlide(next)
    }
  }
  const endKeys = () => {
    if (moved.current === null) return
    moved.current = null
    void onEnd()
  }
  const drag = (event: PointerEvent<HTMLButtonElement>, at: number) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    setLeaving(isAway(event.clientY))
    onSlide(withStopAt(stops, at, positionOf(event.clientX)))
  }
  const drop = (event: PointerEvent<HTMLButtonElement>, at: number) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    event.currentTarget.releasePointerCapture(event.pointerId)
    setLeaving(false)
    // Moving away and going are one movement: one step back returns the stop to where it was.
    const left = event.type === 'pointerup' && isAway(event.clientY) ? withoutStop(stops, at) : null
    if (left) {
      setChosen(Math.max(0, at - 1))
      onSlide(left)
    }
    void onEnd()
  }
  if (!stop) return null
  const name = index === 0 ? '起始颜色' : index === stops.length - 1 ? '结束颜色' : `颜色 ${index + 1}`
  const recolored = (change: Partial<GradientStop>) => stops.map((one, i) => (i === index ? { ...one, ...change } : one))
  return (
    <div className="designer-gradient">
      <div
        ref={bar}
        className="designer-gradient-bar"
        title="点击添加色标，拖出去删除"
        style={{ backgroundImage: gradientCss(stops) }}
        onPointerDown={add}
      >
        {stops.map(({ at, color }, i) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a stop is known by its place in the order.
            key={i}
            type="button"
            role="slider"
            aria-label={`色标 ${i + 1}`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(at * 100)}
            aria-valuetext={`${Math.round(at * 100)}%，${color}`}
            disabled={disabled}
            className={`designer-gradient-stop${i === index ? ' is-chosen' : ''}${i === index && isLeaving ? ' is-leaving' : ''}`}
            style={{ left: `${at * 100}%`, backgroundColor: color }}
            onFocus={() => setChosen(i)}
            onPointerDown={(event) => {
              if (event.button !== 0) return
              event.currentTarget.setPointerCapture(event.pointerId)
              setChosen(i)
            }}
            onPointerMove={(event) => drag(event, i)}
            onPointerUp={(event) => drop(event, i)}
            onPointerCancel={(event) => drop(event, i)}
            onKeyDown={(event) => onKeyDown(event, i)}
            onKeyUp={endKeys}
            onBlur={endKeys}
          />
        ))}
      </div>
      <ColorField
        label={name}
        value={stop.color}
        disabled={disabled}
        onSlide={(color) => onSlide(recolored({ color }))}
        onPick={(color) => onPick(recolored({ color }))}
        onEnd={onEnd}
      />
      <RangeField
        label="色标浓度"
        {...percentRange}
        step={1}
        value={stop.opacity * 100}
        show={(value) => `${Math.round(value)}%`}
        disabled={disabled}
        onSlide={(value) => onSlide(recolored({ opacity: value / 100 }))}
        onEnd={onEnd}
      />
      <div className="designer-gradient-foot">
        {presets.map((preset) => (
          <button
            key={preset.name}
            type="button"
            className="designer-gradient-preset"
            aria-label={`渐变：${preset.name}`}
            title={preset.name}
            disabled={disabled}
            style={{ backgroundImage: gradientCss(stopsOf(preset.colors)) }}
            onClick={() => {
              setChosen(0)
              onPick(stopsOf(preset.colors))
            }}
          />
        ))}
        <Button
          size="mini"
          type="text"
          icon={<IconDelete />}
          aria-label="删除色标"
          title="删除色标"
          disabled={disabled || stops.length <= minStops}
          onClick={() => remove(index)}
        />
      </div>
    </div>
  )
}
