import { Button, Tooltip } from '@arco-design/web-react'
import { IconBgColors, IconFullscreen, IconMinus, IconPlus, IconQuestionCircle } from '@arco-design/web-react/icon'
import { keysOf } from '../session/shortcuts'
import { useCell, useDesigner, useSession } from './context'
import { HistoryButton } from './history/history-list'
import { ViewButton } from './rulers/view-button'
import { zoomStep } from './ui-state'

/** The bar under the canvas: zoom, history and shortcuts. */
export function ZoomBar() {
  const { renderer, zoom, uiState } = useDesigner()
  const scale = useCell(zoom)
  // A component is printed on no case of its own.
  const hasPrint = useSession(({ subject }) => subject !== 'component')
  const zoomBy = (factor: number) => renderer.get()?.zoomTo(scale * factor)
  return (
    <fieldset className="designer-zoom" aria-label="画布缩放">
      <Button size="small" type="text" icon={<IconMinus />} aria-label="缩小画布" onClick={() => zoomBy(1 / zoomStep)} />
      <Tooltip content={`缩放到 100%（${keysOf('zoomActual')}）`}>
        <Button
          size="small"
          type="text"
          className="designer-zoom-value"
          aria-label={`画布缩放 ${Math.round(scale * 100)}%，恢复到 100%`}
          onClick={() => renderer.get()?.zoomTo(1)}
        >
          {Math.round(scale * 100)}%
        </Button>
      </Tooltip>
      <Button size="small" type="text" icon={<IconPlus />} aria-label="放大画布" onClick={() => zoomBy(zoomStep)} />
      <Tooltip content={`整个画布适应窗口（${keysOf('zoomFit')}）`}>
        <Button size="small" type="text" icon={<IconFullscreen />} onClick={() => renderer.get()?.fit()}>
          适应
        </Button>
      </Tooltip>
      <ViewButton />
      {hasPrint && (
        <Button
          size="small"
          type="text"
          icon={<IconBgColors />}
          title="看白墨、光油和打印机的颜色"
          onClick={() => uiState.inks.set(true)}
        >
          油墨
        </Button>
      )}
      <HistoryButton />
      <Tooltip content="快捷键（?）">
        <Button
          size="small"
          type="text"
          icon={<IconQuestionCircle />}
          aria-label="查看快捷键"
          onClick={() => uiState.shortcuts.set(true)}
        />
      </Tooltip>
    </fieldset>
  )
}
