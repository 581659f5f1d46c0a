/** The looks of a photo, each drawn with the photo itself by the press of the print file. Loaded on demand. */
import { useMemo } from 'react'
import { type PhotoLook, photoLooks } from '../contract/rules/photo-looks'
import { changedAppearance } from '../design/model/appearance'
import { equalValues } from '../design/model/equal'
import type { DesignDoc, Layer } from '../design/model/types'
import { Drawing } from './drawing'
import { usePictures } from './use-pictures'

export interface LookPanelProps {
  readonly layer: Layer
  readonly doc: DesignDoc
  readonly onLook: (look: PhotoLook) => void
}

/** Side of a sample, CSS px. */
const side = 56

export function LookPanel({ layer, doc, onLook }: LookPanelProps) {
  const { pictures, version } = usePictures()
  const now = layer.appearance?.adjustments ?? []
  const scale = side / Math.max(layer.width, layer.height)
  const whole = { x: 0, y: 0, width: layer.width, height: layer.height }
  const samples = useMemo(
    () =>
      photoLooks.map((look) => {
        const appearance = changedAppearance(layer.appearance, { adjustments: look.adjustments, clipped: false })
        const layers = [{ ...layer, appearance, ...upright }]
        return { look, sample: { ...doc, width: layer.width, height: layer.height, layers } }
      }),
    [layer, doc],
  )
  return (
    <fieldset className="choices looks">
      <legend>滤镜</legend>
      {samples.map(({ look, sample }) => (
        <button key={look.name} type="button" aria-pressed={equalValues(now, look.adjustments)} onClick={() => onLook(look)}>
          <span className="look" aria-hidden>
            <Drawing doc={sample} pictures={pictures} scale={scale} whole={whole} moving={null} version={version} />
          </span>
          {look.name}
        </button>
      ))}
    </fieldset>
  )
}

const upright = { left: 0, top: 0, rotation: 0 }
