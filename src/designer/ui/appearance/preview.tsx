import { useEffect, useRef } from 'react'
import type { LayerAppearance } from '../../../../contract/rules/appearance'
import { shownSize } from '../../../../design/model/appearance'
import type { Layer } from '../../../../design/model/types'
import { createPress } from '../../../../design/print/press'
import { pageSurface } from '../../../../design/print/surface'
import { resolveFileUrl } from '../../../api/file-url'
import { useCell, useDesigner } from '../context'
import type { Preset } from './effects'

/** Side of a preview, px of its canvas; on the screen it is half as large. */
const side = 112
const margin = 14

interface PreviewProps {
  readonly name: string
  readonly layer: Layer
  readonly appearance: LayerAppearance
  readonly chosen: boolean
  readonly disabled: boolean
  readonly onChoose: () => void
}

/** A preset as the layer would look with it, drawn by the press. */
function AppearancePreview({ name, layer, appearance, chosen, disabled, onChoose }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const renderer = useCell(useDesigner().renderer)
  const { imageUrl, originalWidth, originalHeight } = layer
  const crop = layer.appearance?.crop
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !renderer) return
    const draw = () => {
      const picture = renderer.pictures.get(resolveFileUrl(imageUrl))
      if (!picture) return
      const shown = shownSize({ originalWidth, originalHeight, appearance: crop ? { crop } : null })
      const scale = (side - 2 * margin) / Math.max(shown.width, shown.height)
      const [width, height] = [shown.width * scale, shown.height * scale]
      const { surface, release } = pageSurface({ width: side, height: side })
      const press = createPress(surface, { width: side, height: side }, { scale: 1, x: 0, y: 0 }, pageSurface)
      const sample = {
        ...{ left: (side - width) / 2, top: (side - height) / 2, width, height, rotation: 0 },
        ...{ horizontalFlip: false, verticalFlip: false, originalWidth, originalHeight, strokeSvgData: null },
        appearance: { ...appearance, ...(crop && { crop }) },
      }
      press.draw(sample, 'single', picture)
      press.finish()
      context.clearRect(0, 0, side, side)
      context.drawImage(surface.canvas, 0, 0)
      release()
    }
    draw()
    return renderer.pictures.onChange((url) => {
      if (url === resolveFileUrl(imageUrl)) draw()
    })
  }, [renderer, imageUrl, originalWidth, originalHeight, crop, appearance])
  return (
    <button type="button" className="designer-preset" aria-pressed={chosen} disabled={disabled} onClick={onChoose}>
      <canvas ref={canvas} width={side} height={side} />
      {name}
    </button>
  )
}

interface PresetsProps<P extends Preset> {
  readonly label: string
  readonly presets: readonly P[]
  readonly layer: Layer
  readonly disabled: boolean
  readonly isChosen: (preset: P) => boolean
  readonly onChoose: (preset: P) => void
}

/** A grid of presets, each as the layer would look with it. */
export function Presets<P extends Preset>({ label, presets, layer, disabled, isChosen, onChoose }: PresetsProps<P>) {
  return (
    <fieldset className="designer-presets" aria-label={label}>
      {presets.map((preset) => (
        <AppearancePreview
          key={preset.name}
          name={preset.name}
          layer={layer}
          appearance={preset.appearance}
          disabled={disabled}
          chosen={isChosen(preset)}
          onChoose={() => onChoose(preset)}
        />
      ))}
    </fieldset>
  )
}
