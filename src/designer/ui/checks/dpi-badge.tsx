import './checks.css'
import { Tooltip } from '@arco-design/web-react'
import { goodDpi, gradeOf, layerDpi } from '../../checks/check'
import type { Layer } from '../../model/types'
import { useSession } from '../context'
import { useChecks } from './check-context'

interface DpiBadgeProps {
  readonly layer: Layer
  /** Only where it is a reason to look: the list of layers stays quiet. */
  readonly onlyLow?: boolean
}

const words = { good: '清晰', fair: '略低', poor: '模糊' } as const

/** At how many dots per inch a picture is printed; nothing where that is not known. */
export function DpiBadge({ layer, onlyLow = false }: DpiBadgeProps) {
  const checks = useChecks()
  // The canvas's size, as one text: a badge has nothing to do with where other layers are.
  const size = useSession(({ doc }) => `${doc.width}×${doc.height}`)
  const [width = 0, height = 0] = size.split('×').map(Number)
  if (!checks?.measured) return null
  const canvas = { width, height }
  const dpi = layerDpi(layer, canvas, checks.targetFor(canvas).wireframe)
  if (dpi === null) return null
  const grade = gradeOf(dpi)
  if (onlyLow && grade === 'good') return null
  const hint =
    grade === 'good' ? `印刷清晰度，不低于 ${goodDpi} DPI` : `印刷清晰度建议不低于 ${goodDpi} DPI，请缩小图片或换用更大的图片`
  const badge = (
    <span className={`designer-dpi is-${grade}`} title={onlyLow ? hint : undefined}>
      {Math.floor(dpi)} DPI<span className="designer-dpi-word">{words[grade]}</span>
    </span>
  )
  // Over a list a hint of the page's own would lie on the buttons of the next row.
  return onlyLow ? badge : <Tooltip content={hint}>{badge}</Tooltip>
}
