import { Button } from '@arco-design/web-react'
import { IconEye } from '@arco-design/web-react/icon'
import { useRef, useState } from 'react'
import { Menu } from '../../../ui/menu'
import { keysOf, type ViewActionId } from '../../session/shortcuts'
import { useCell, useDesigner } from '../context'
import { useViewActions } from '../use-view-actions'
import { gridSizes, storeViewSettings } from './view-settings'

/** The menu of rulers, grid and snapping. */
export function ViewButton() {
  const designer = useDesigner()
  const { uiState, username } = designer
  const view = useCell(uiState.view)
  const onView = useViewActions(designer)
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const item = (key: ViewActionId, label: string, isOn: boolean) => ({
    key,
    label: `${isOn ? '✓ ' : ''}${label}`,
    hint: keysOf(key),
    run: () => void onView(key),
  })
  return (
    <>
      <Button ref={anchor} size="small" type="text" icon={<IconEye />} aria-haspopup="menu" onClick={() => setOpen(true)}>
        视图
      </Button>
      {open && anchor.current && (
        <Menu
          anchor={anchor.current}
          label="视图"
          items={[
            item('toggleRulers', '标尺与参考线', view.rulers),
            item('toggleShade', '标出不可见区域', view.shade),
            item('toggleSnap', '吸附', view.snap),
            item('toggleGrid', '网格', view.grid),
            ...gridSizes.map((size, index) => ({
              key: `grid${size}`,
              label: `${view.grid && view.gridSize === size ? '✓ ' : ''}网格 ${size} 像素`,
              hasSeparator: index === 0,
              run: () => {
                const next = { ...view, grid: true, gridSize: size }
                uiState.view.set(next)
                storeViewSettings(username, next)
              },
            })),
          ]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
