import { useEffect } from 'react'
import { byUuid } from '../../../design/model/queries'
import { Menu, type MenuItem } from '../../../ui/menu'
import { actOf } from '../../session/acts'
import { type ActId, keysOf, type ViewDeed } from '../../session/shortcuts'
import { useCell, useDesigner, useSession } from '../context'
import type { OpenMenu } from '../desk'
import { pasteFromSystem } from '../pasting'
import { isReplaceable } from '../replace-picture'
import { hasStyle } from '../style-clipboard'
import { useViewDeeds } from '../use-view-deeds'

/** With several layers their alignment is at hand; of one it is in the panel. */
const alignment: readonly ActId[] = [
  ...(['alignLeft', 'alignCentre', 'alignRight', 'alignTop', 'alignMiddle', 'alignBottom'] as const),
  ...(['spreadHorizontal', 'spreadVertical'] as const),
]
/**
 * The acts of the menu, part by part, what is wanted most first: the end of a long menu lies below the edge of a low window. What
 * cannot be done now is left out, but copying and pasting keep their places.
 */
const parts: readonly (readonly ActId[])[] = [
  ['copy', 'cut', 'paste', 'duplicate', 'remove', 'selectAll'],
  ['up', 'down', 'top', 'bottom'],
  ['group', 'ungroup', 'lock', 'hide'],
  ['background', 'flipHorizontal', 'flipVertical'],
  alignment,
]
/** What is wanted where there is no layer. */
const ofCanvas: ReadonlySet<ActId> = new Set(['selectAll'])
const always: ReadonlySet<ActId> = new Set(['copy', 'cut', 'paste'])
const forSeveral: ReadonlySet<ActId> = new Set(alignment)

function isFor(id: ActId, selected: number): boolean {
  if (ofCanvas.has(id)) return selected === 0
  return !forSeveral.has(id) || selected > 1
}

/** The menu of a right click on the canvas or a row of the list, of the menu key and of Shift+F10. */
export function ContextMenu() {
  const designer = useDesigner()
  const { session, desk, renderer } = designer
  const open = useCell(desk.menu)
  const drawn = useCell(renderer)

  // The canvas tells nobody of a right click: it is asked for here, from the element it fills.
  useEffect(() => {
    const canvas = document.querySelector<HTMLElement>('[data-designer-canvas]')
    if (!canvas || !drawn) return
    const onMenu = (event: MouseEvent) => {
      event.preventDefault()
      if (session.getState().gesture !== null) return
      const uuid = drawn.layerAt({ x: event.clientX, y: event.clientY })
      // On one of several selected layers the menu is for them all.
      if (uuid === null || !session.getState().selection.includes(uuid)) session.click(uuid)
      desk.menu.set({ at: { x: event.clientX, y: event.clientY }, anchor: canvas })
    }
    canvas.addEventListener('contextmenu', onMenu)
    return () => canvas.removeEventListener('contextmenu', onMenu)
  }, [drawn, session, desk])

  return open && <OpenedMenu open={open} />
}

function OpenedMenu({ open }: { readonly open: OpenMenu }) {
  const designer = useDesigner()
  const { session, desk } = designer
  const onView = useViewDeeds(designer)
  const state = useSession((now) => now)
  const items = parts.flatMap((part) =>
    part
      .map(actOf)
      .filter(({ id, enabled }) => always.has(id) || (enabled(state) && isFor(id, state.selection.length)))
      .map(
        (act, index): MenuItem => ({
          key: act.id,
          label: act.label(state),
          hint: keysOf(act.id),
          danger: act.danger ?? false,
          parted: index === 0 && part !== parts[0],
          refusal: act.enabled(state) ? null : '请先选择图层',
          run: () => perform(act.id),
        }),
      ),
  )
  const secondPart = items.findIndex((item) => item.parted)
  const firstPart = secondPart < 0 ? items.length : secondPart
  const alone = state.selection.length === 1
  const deed = (key: ViewDeed, label: string): MenuItem => ({
    key,
    label,
    hint: keysOf(key),
    run: () => void onView(key),
  })
  const styles = [
    ...(alone && isReplaceable(byUuid(state.doc, state.selection[0] ?? '')) ? [deed('replacePicture', '替换图片')] : []),
    ...(alone ? [deed('copyStyle', '复制样式')] : []),
    ...(state.selection.length > 0 && hasStyle() ? [deed('pasteStyle', '粘贴样式')] : []),
  ]
  const canvas = state.selection.length > 0 ? [] : [{ ...deed('zoomFit', '画布适应窗口'), parted: true }]
  const perform = (id: ActId) => {
    // Only the browser's own events reach the system's clipboard.
    if (id === 'copy' || id === 'cut') {
      if (!document.execCommand(id)) actOf(id).perform(session)
    } else if (id === 'paste') void pasteFromSystem(designer)
    else actOf(id).perform(session)
  }
  return (
    <Menu
      anchor={open.anchor}
      at={open.at}
      label="图层菜单"
      items={[...items.slice(0, firstPart), ...styles, ...items.slice(firstPart), ...canvas]}
      onClose={() => desk.menu.set(null)}
    />
  )
}
