import { useEffect, useState } from 'react'
import { mmPerInch, pointsPerInch } from '../../../../contract/rules/lengths'
import { setFontSize } from '../../../../design/commands/text'
import { fontSizeOf } from '../../../../design/model/text'
import type { TextLayer } from '../../../../design/model/types'
import type { Weights } from '../../../../imaging/glyphs/layout-types'
import { textUnit } from '../../../../imaging/glyphs/text-svg'
import { useCell, useDesigner } from '../context'
import { NumberField } from '../number-field'
import { useMillimetres } from '../units'
import { RangeField } from './range-field'

const pointsPerMillimetre = pointsPerInch / mmPerInch

/** The font size in px of the canvas, and in points on the previewed phone where its size is known. */
export function SizeFields({ layer }: { readonly layer: TextLayer }) {
  const { session, livePlacements } = useDesigner()
  const millimetres = useMillimetres()
  const dragged = useCell(livePlacements)?.find(({ uuid }) => uuid === layer.uuid)
  const size = fontSizeOf({ height: dragged?.height ?? layer.height, originalHeight: layer.originalHeight }, textUnit)
  const perPx = millimetres && millimetres.perPx * pointsPerMillimetre
  const commit = (px: number) => session.run(setFontSize, { uuid: layer.uuid, size: px, em: textUnit })
  return (
    <div className="designer-field-grid">
      <NumberField label="字号" unit="像素" value={size} decimals={1} disabled={layer.locked} onCommit={commit} />
      {perPx !== null && (
        <NumberField
          label="印出"
          unit="磅"
          value={size * perPx}
          decimals={1}
          disabled={layer.locked}
          onCommit={(points) => commit(points / perPx)}
        />
      )}
    </div>
  )
}

interface WeightFieldProps {
  readonly layer: TextLayer
  readonly onSlide: (weight: number) => void
  readonly onEnd: () => unknown
}

/** The weight, for fonts that have a weight axis. */
export function WeightField({ layer, onSlide, onEnd }: WeightFieldProps) {
  const weights = useWeights(layer.fontFamilyUrl)
  if (!weights) return null
  return (
    <RangeField
      label="字重"
      value={layer.fontWeight ?? Math.min(weights.max, Math.max(weights.min, 400))}
      min={weights.min}
      max={weights.max}
      step={10}
      show={String}
      disabled={layer.locked}
      onSlide={onSlide}
      onEnd={onEnd}
    />
  )
}

/** Returns the weights of a font file; null until they are known, and for a font without a weight axis. */
function useWeights(url: string | null): Weights | null {
  const { texts } = useDesigner()
  const [known, setKnown] = useState<{ readonly url: string; readonly weights: Weights | null } | null>(null)
  useEffect(() => {
    if (url === null) return
    let wanted = true
    texts.weights(url).then(
      (weights) => wanted && setKnown({ url, weights }),
      // A font that cannot be loaded is reported where it is drawn.
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [url, texts])
  return known?.url === url ? known.weights : null
}
