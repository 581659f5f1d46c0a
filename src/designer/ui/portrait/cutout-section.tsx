import './portrait.css'
import { Radio } from '@arco-design/web-react'
import { type AiCutoutType, aiCutoutTypes } from '../../../../contract/constants'
import { markCutout, unmarkCutout } from '../../../../design/commands/appearance'
import { cutoutTypeText } from '../../../../design/commands/cutout'
import type { Layer } from '../../../../design/model/types'
import { useDesigner } from '../context'
import { CutoutTask } from './cutout-task'

/** Whether the section is shown: for one picture that is not the background. */
export function hasCutout(chosen: readonly Layer[]): boolean {
  const [layer, more] = chosen
  return layer !== undefined && !more && layer.type !== 'TEXT' && !layer.isBackground
}

const options = [
  { label: '不标记', value: 'none' },
  ...aiCutoutTypes.map((type) => ({ label: cutoutTypeText[type], value: type })),
]

/** Marks a picture as the layer of the buyer's cutout, and cuts out the picture's own subject. */
export function CutoutSection({ chosen }: { readonly chosen: readonly Layer[] }) {
  const { session } = useDesigner()
  const [layer] = chosen
  if (!layer) return null
  const marked = layer.type === 'AI_CUTOUT' ? layer.aiCutoutType : 'none'
  const mark = (value: AiCutoutType | 'none') => {
    if (value === 'none') session.run(unmarkCutout, { uuid: layer.uuid })
    else session.run(markCutout, { uuid: layer.uuid, aiCutoutType: value })
  }
  return (
    <section className="designer-section designer-cutout" aria-label="抠图">
      <h3 className="designer-section-title">抠图图层</h3>
      <Radio.Group
        type="button"
        size="small"
        name={`cutout-${layer.uuid}`}
        aria-label="标记为抠图图层"
        value={marked}
        onChange={mark}
        options={options}
      />
      <p className="designer-hint">
        {marked === 'none' ? '标记后，买家定制时会把这里换成自己的抠图人像' : `买家定制时，这里换成${cutoutTypeText[marked]}抠图`}
      </p>
      <CutoutTask key={layer.uuid} layer={layer} />
    </section>
  )
}
