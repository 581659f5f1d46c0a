import { Radio } from '@arco-design/web-react'
import { memo } from 'react'
import { wireframeFrame } from '../../../design/geometry/wireframe'
import { useChecks } from './checks/check-context'
import { useCell, useDesigner } from './context'
import { storeViewSettings } from './rulers/view-settings'

/** A unit of lengths, in fields, rulers and guides. */
export interface LengthUnit {
  readonly name: '像素' | '毫米'
  /** As written behind a number. */
  readonly symbol: 'px' | 'mm'
  /** Units per canvas px. */
  readonly perPx: number
  readonly decimals: number
}
const pixels: LengthUnit = { name: '像素', symbol: 'px', perPx: 1, decimals: 1 }

/** Returns millimetres on the previewed phone; null while its size is unknown. */
export function useMillimetres(): LengthUnit | null {
  const checks = useChecks()
  if (!checks?.measured) return null
  const { wireframe } = checks.target
  const { frame } = wireframeFrame(checks.canvas, wireframe)
  const perPx = wireframe.widthMm !== null ? wireframe.widthMm / frame.width : (wireframe.heightMm ?? 0) / frame.height
  return perPx > 0 ? { name: '毫米', symbol: 'mm', perPx, decimals: 2 } : null
}

/** Returns the unit that the seller chose; px while the phone's size is unknown. */
export function useLengthUnit(): LengthUnit {
  const { uiState } = useDesigner()
  const { millimetres: wanted } = useCell(uiState.view)
  const millimetres = useMillimetres()
  return wanted && millimetres ? millimetres : pixels
}

/** Switches between px and millimetres; nothing while the phone's size is unknown. */
export function UnitSwitch() {
  const isKnown = useMillimetres() !== null
  const { name } = useLengthUnit()
  return isKnown ? <Switch value={name} /> : null
}

const Switch = memo(function Switch({ value }: { readonly value: LengthUnit['name'] }) {
  const { uiState, username } = useDesigner()
  return (
    <Radio.Group
      type="button"
      size="mini"
      className="designer-units"
      aria-label="单位"
      value={value}
      options={['像素', '毫米']}
      onChange={(name: LengthUnit['name']) => {
        const next = { ...uiState.view.get(), millimetres: name === '毫米' }
        uiState.view.set(next)
        storeViewSettings(username, next)
      }}
    />
  )
})
