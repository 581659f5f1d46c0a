/** Every layer that the buyer may change, as small pictures beside one another: the way to them by keys, and for what fingers miss. */
import type { KeyboardEvent } from 'react'
import type { BuyerRight } from '../contract/rules/buyer-rights'
import type { Layer } from '../design/model/types'

export interface StripLayer {
  readonly layer: Layer
  readonly title: string
  readonly rights: ReadonlySet<BuyerRight>
  /** A word about what is to be done or wrong; null for nothing. */
  readonly mark: string | null
}

interface LayerStripProps {
  readonly layers: readonly StripLayer[]
  readonly selected: string | null
  readonly onSelect: (uuid: string) => void
  readonly onNudge: (uuid: string, dx: number, dy: number) => void
  readonly onScale: (uuid: string, factor: number) => void
}

/** Movements by one press of an arrow key, canvas px. */
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-5, 0],
  ArrowRight: [5, 0],
  ArrowUp: [0, -5],
  ArrowDown: [0, 5],
}
const factors: Readonly<Record<string, number>> = { '+': 1.05, '=': 1.05, '-': 1 / 1.05 }

export function LayerStrip({ layers, selected, onSelect, onNudge, onScale }: LayerStripProps) {
  const onKeyDown =
    ({ layer: { uuid }, rights }: StripLayer) =>
    (event: KeyboardEvent) => {
      const [step, factor] = [steps[event.key], factors[event.key]]
      if (!rights.has('move') || (!step && !factor)) return
      event.preventDefault()
      onSelect(uuid)
      if (step) onNudge(uuid, ...step)
      else if (factor) onScale(uuid, factor)
    }
  return (
    <ul className="layer-strip" aria-label="可以修改的内容">
      {layers.map((one) => {
        const { layer, title, rights, mark } = one
        return (
          <li key={layer.uuid}>
            <button
              type="button"
              aria-label={[`选择${title}`, mark, rights.has('move') && '方向键移动，加减号缩放'].filter(Boolean).join('，')}
              aria-pressed={layer.uuid === selected}
              onClick={() => onSelect(layer.uuid)}
              onKeyDown={onKeyDown(one)}
            >
              <span className="thumb">
                <img src={layer.imageUrl} alt="" />
                {mark && <small aria-hidden data-mark={mark} />}
              </span>
              <span className="title">{title}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
