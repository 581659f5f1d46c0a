import './checks.css'
import { Tooltip } from '@arco-design/web-react'
import { printDpi, sharpnessNames, sharpnessOf } from '../../../../contract/rules/print-resolution'
import { layerDpi } from '../../../../design/checks/check'
import type { Layer } from '../../../../design/model/types'
import { useChecks } from './check-context'

interface DpiBadgeProps {
  readonly layer: Layer
  /** Only where the resolution is low, to keep the list of layers calm. */
  readonly onlyLow?: boolean
}

/** Shows the resolution a picture is printed at; nothing where it is unknown. */
export function DpiBadge({ layer, onlyLow = false }: DpiBadgeProps) {
  const checks = useChecks()
  if (!checks?.measured) return null
  const dpi = layerDpi(layer, checks.canvas, checks.target.wireframe)
  if (dpi === null) return null
  const sharpness = sharpnessOf(dpi)
  if (onlyLow && sharpness === 'good') return null
  const hint =
    sharpness === 'good'
      ? `印刷清晰度，不低于 ${printDpi.good} DPI`
      : `印刷清晰度建议不低于 ${printDpi.good} DPI，请缩小图片或换用更大的图片`
  const badge = (
    <span className={`designer-dpi is-${sharpness}`} title={onlyLow ? hint : undefined}>
      {dpi} DPI<span className="designer-dpi-word">{sharpnessNames[sharpness]}</span>
    </span>
  )
  // In a list a tooltip would cover the buttons of the next row.
  return onlyLow ? badge : <Tooltip content={hint}>{badge}</Tooltip>
}
