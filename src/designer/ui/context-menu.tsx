import { useEffect } from 'react'
import { byUuid, layersOf } from '../../../design/model/queries'
import { chosenInstance, mayBeComponent } from '../../../design/rules/component'
import { Menu, type MenuItem } from '../../ui/menu'
import { layerActionOf } from '../session/layer-actions'
import { keysOf, type LayerActionId, type ViewActionId } from '../session/shortcuts'
import { useCell, useDesigner, useSession } from './context'
import { pasteFromSystem } from './pasting'
import { isReplaceable } from './replace-picture'
import { hasStyle } from './style-clipboard'
import type { OpenMenu } from './ui-state'
import { useViewActions } from './use-view-actions'

/** Alignment is in the menu only for several layers; for one it is in the panel. */
const alignment: readonly LayerActionId[] = [
  ...(['alignLeft', 'alignCentre', 'alignRight', 'alignTop', 'alignMiddle', 'alignBottom'] as const),
  ...(['spreadHorizontal', 'spreadVertical'] as const),
]
/**
 * Actions of the menu in sections, the most frequent first, because a low window cuts off the end of a long menu. Actions that
 * cannot be done now are hidden, except copy and paste, which keep their position.
 */
const sections: readonly (readonly LayerActionId[])[] = [
  ['copy', 'cut', 'paste', 'duplicate', 'remove', 'selectAll'],
  ['up', 'down', 'top', 'bottom'],
  ['group', 'ungroup', 'detach', 'lock', 'hide'],
  ['bringBack', 'background', 'flipHorizontal', 'flipVertical'],
  alignment,
]
/** Actions of a right click where there is no layer. */
const canvasActions: ReadonlySet<LayerActionId> = new Set(['selectAll'])
const alwaysShown: ReadonlySet<LayerActionId> = new Set(['copy', 'cut', 'paste'])
const multiLayerActions: ReadonlySet<LayerActionId> = new Set(alignment)

function appliesTo(id: LayerActionId, selected: number): boolean {
  if (canvasActions.has(id)) return selected === 0
  return !multiLayerActions.has(id) || selected > 1
}

/** The menu of a right click on the canvas or a row of the list, of the menu key and of Shift+F10. */
export function ContextMenu() {
  const designer = useDesigner()
  const { session, uiState, renderer } = designer
  const open = useCell(uiState.menu)
  const canvas = useCell(renderer)

  // The canvas reports no right click, so listen on the element that it fills.
  useEffect(() => {
    const canvasElement = document.querySelector<HTMLElement>('[data-designer-canvas]')
    if (!canvasElement || !canvas) return
    const onMenu = (event: MouseEvent) => {
      event.preventDefault()
      if (session.getState().gesture !== null) return
      const uuid = canvas.layerAt({ x: event.clientX, y: event.clientY })
      // On one of several selected layers the menu applies to all of them.
      if (uuid === null || !session.getState().selection.includes(uuid)) session.click(uuid)
      uiState.menu.set({ at: { x: event.clientX, y: event.clientY }, anchor: canvasElement })
    }
    canvasElement.addEventListener('contextmenu', onMenu)
    return () => canvasElement.removeEventListener('contextmenu', onMenu)
  }, [canvas, session, uiState])

  return open && <OpenedMenu open={open} />
}

function OpenedMenu({ open }: { readonly open: OpenMenu }) {
  const designer = useDesigner()
  const { session, uiState } = designer
  const onView = useViewActions(designer)
  const state = useSession((now) => now)
  const items = sections.flatMap((part) =>
    part
      .map(layerActionOf)
      .filter(({ id, enabled }) => alwaysShown.has(id) || (enabled(state) && appliesTo(id, state.selection.length)))
      .map(
        (action, index): MenuItem => ({
          key: action.id,
          label: action.label(state),
          hint: keysOf(action.id),
          danger: action.danger ?? false,
          hasSeparator: index === 0 && part !== sections[0],
          refusal: action.enabled(state) ? null : '请先选择图层',
          run: () => perform(action.id),
        }),
      ),
  )
  const secondPart = items.findIndex((item) => item.hasSeparator)
  const firstPart = secondPart < 0 ? items.length : secondPart
  const alone = state.selection.length === 1
  const viewItem = (key: ViewActionId, label: string): MenuItem => ({
    key,
    label,
    hint: keysOf(key),
    run: () => void onView(key),
  })
  const styles = [
    ...(alone && isReplaceable(byUuid(state.doc, state.selection[0] ?? '')) ? [viewItem('replacePicture', '替换图片')] : []),
    ...(alone ? [viewItem('copyStyle', '复制样式')] : []),
    ...(state.selection.length > 0 && hasStyle() ? [viewItem('pasteStyle', '粘贴样式')] : []),
  ]
  const chosen = layersOf(state.doc, state.selection)
  const components =
    state.subject !== 'template'
      ? []
      : [
          ...(mayBeComponent(chosen) ? [viewItem('makeComponent', '设为组件')] : []),
          ...(chosenInstance(chosen) ? [viewItem('editComponent', '编辑组件')] : []),
        ]
  const canvasItems: MenuItem[] =
    state.selection.length > 0 ? [] : [{ ...viewItem('zoomFit', '画布适应窗口'), hasSeparator: true }]
  const perform = (id: LayerActionId) => {
    // Only the browser's own events can write the system clipboard.
    if (id === 'copy' || id === 'cut') {
      if (!document.execCommand(id)) layerActionOf(id).perform(session)
    } else if (id === 'paste') void pasteFromSystem(designer)
    else layerActionOf(id).perform(session)
  }
  return (
    <Menu
      anchor={open.anchor}
      point={open.at}
      label="图层菜单"
      items={[...items.slice(0, firstPart), ...styles, ...components, ...items.slice(firstPart), ...canvasItems]}
      onClose={() => uiState.menu.set(null)}
    />
  )
}
