import { Button } from '@arco-design/web-react'
import { IconFullscreen, IconMinus, IconPlus } from '@arco-design/web-react/icon'
import { useCell, useDesigner } from './context'

const step = 1.25

export function ZoomBar() {
  const { renderer, zoom } = useDesigner()
  const scale = useCell(zoom)
  const zoomBy = (factor: number) => renderer.get()?.zoomTo(scale * factor)
  return (
    <fieldset className="designer-zoom" aria-label="画布缩放">
      <Button size="small" type="text" icon={<IconMinus />} aria-label="缩小画布" onClick={() => zoomBy(1 / step)} />
      <span className="designer-zoom-value">{Math.round(scale * 100)}%</span>
      <Button size="small" type="text" icon={<IconPlus />} aria-label="放大画布" onClick={() => zoomBy(step)} />
      <Button size="small" type="text" icon={<IconFullscreen />} onClick={() => renderer.get()?.fit()}>
        适应
      </Button>
    </fieldset>
  )
}
