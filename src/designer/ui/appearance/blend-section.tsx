import { Checkbox } from '@arco-design/web-react'
import { percentRange, sliderRanges } from '../../../../contract/rules/limits'
import type { Layer } from '../../../../design/model/types'
import { RangeField } from '../text/range-field'
import { BlendSelect } from './blend-select'
import { useAppearanceEdit } from './use-appearance-edit'

const percent = (value: number) => `${Math.round(value)}%`
const px = (value: number) => `${Math.round(value * 10) / 10} px`

/** Opacity, blend mode, blur and white ink of the selected layers; several layers get the same values. */
export function BlendSection({ chosen }: { readonly chosen: readonly Layer[] }) {
  const { slide, end, pick } = useAppearanceEdit(chosen)
  const [first] = chosen
  if (!first) return null
  const { opacity = 1, fillOpacity = 1, blend = 'normal', blur = 0, effects = [] } = first.appearance ?? {}
  const isSame = chosen.every((layer) => (layer.appearance?.blend ?? 'normal') === blend)
  const disabled = chosen.every(({ locked }) => locked)
  const bare = chosen.filter((layer) => layer.appearance?.bare === true).length
  return (
    <section className="designer-section" aria-label="外观">
      <h3 className="designer-section-title">外观</h3>
      <RangeField
        label="不透明度"
        value={opacity * 100}
        {...percentRange}
        step={1}
        show={percent}
        disabled={disabled}
        onSlide={(value) => slide('不透明度', { opacity: value / 100 })}
        onEnd={end}
      />
      {effects.length > 0 && (
        <RangeField
          label="填充"
          value={fillOpacity * 100}
          {...percentRange}
          step={1}
          show={percent}
          disabled={disabled}
          onSlide={(value) => slide('填充不透明度', { fillOpacity: value / 100 })}
          onEnd={end}
        />
      )}
      <RangeField
        label="模糊"
        value={Math.sqrt(blur)}
        min={0}
        max={Math.sqrt(sliderRanges.blur.max)}
        step={0.1}
        show={(root) => px(root * root)}
        disabled={disabled}
        onSlide={(root) => slide('模糊', { blur: Math.round(root * root * 10) / 10 })}
        onEnd={end}
      />
      <BlendSelect
        label="混合模式"
        value={isSame ? blend : undefined}
        disabled={disabled}
        onChange={(mode) => pick('混合模式', { blend: mode })}
      />
      <Checkbox
        checked={bare === chosen.length}
        indeterminate={bare > 0 && bare < chosen.length}
        disabled={disabled}
        title="这个图层下面不印白墨，壳的颜色会透上来；被不透底的图层盖住的地方照常印"
        onChange={(isBare) => pick(isBare ? '透底' : '取消透底', { bare: isBare })}
      >
        透底（下面不印白墨）
      </Checkbox>
    </section>
  )
}
