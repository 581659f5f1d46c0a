import './selection-bar.css'
import { Button, Tooltip } from '@arco-design/web-react'
import {
  IconCopy,
  IconDelete,
  IconEye,
  IconEyeInvisible,
  IconLock,
  IconMindMapping,
  IconMore,
  IconScissor,
  IconSwap,
  IconUnlock,
} from '@arco-design/web-react/icon'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { boundsOfAll } from '../../../../design/geometry/bounds'
import type { Box } from '../../../../design/geometry/shapes'
import { equalExceptPlacement } from '../../../../design/model/equal'
import { layersOf } from '../../../../design/model/queries'
import { isCroppable } from '../../../../design/rules/crop'
import { strokeExtent } from '../../../../design/rules/stroke'
import type { Renderer } from '../../render/renderer'
import { layerActionOf } from '../../session/layer-actions'
import { keysOf } from '../../session/shortcuts'
import { useCell, useDesigner, useSession } from '../context'
import { isReplaceable, replacePicture } from '../replace-picture'
import { barPosition, withHandle } from './bar-position'
import { LayerActionButton } from './layer-action-button'

/** The bar beside the selected layers with their most frequent actions. */
export function SelectionBar({ host }: { readonly host: RefObject<HTMLElement | null> }) {
  const { renderer, texts, uiState } = useDesigner()
  const hasSelection = useSession(({ selection }) => selection.length > 0)
  const canvas = useCell(renderer)
  const editing = useCell(texts.editing) !== null
  const cropping = useCell(uiState.cropping) !== null
  return hasSelection && canvas && !editing && !cropping ? <Bar host={host} canvas={canvas} /> : null
}

interface BarProps {
  readonly host: RefObject<HTMLElement | null>
  readonly canvas: Renderer
}

function Bar({ host, canvas }: BarProps) {
  const designer = useDesigner()
  const { session, livePlacements, uiState } = designer
  const bar = useRef<HTMLFieldSetElement>(null)
  const dragged = useSyncExternalStore(livePlacements.subscribe, () => livePlacements.get() !== null)
  const chosen = useSession(({ doc, selection }) => layersOf(doc, selection), equalExceptPlacement)
  const grouped = chosen.some((layer) => layer.groupId !== null)
  const follow = useBarPosition(bar, host, canvas)
  // Another number of buttons, and a panel that opens or closes, move the bar.
  useCell(uiState.sideShown)
  useLayoutEffect(follow)
  const openMenu = () => {
    const anchor = bar.current?.querySelector<HTMLElement>('.designer-bar-more')
    if (!anchor) return
    const { left, bottom } = anchor.getBoundingClientRect()
    uiState.menu.set({ at: { x: left, y: bottom + 4 }, anchor })
  }
  const [only, more] = chosen
  const picture = only && !more && !only.component && isReplaceable(only) ? only : null
  const hasComponent = chosen.some(({ component }) => component !== null)
  const groups = grouped && !layerActionOf('group').enabled(session.getState()) ? 'ungroup' : 'group'
  return (
    <fieldset ref={bar} className={dragged ? 'designer-bar is-away' : 'designer-bar'} aria-label="所选图层">
      {picture && (
        <Tooltip content="替换图片">
          <Button
            type="text"
            size="small"
            icon={<IconSwap />}
            aria-label="替换图片"
            onClick={() => replacePicture(designer, picture.uuid)}
          />
        </Tooltip>
      )}
      {picture && isCroppable(picture) && (
        <Tooltip content="裁剪图片（双击图片）">
          <Button
            type="text"
            size="small"
            icon={<IconScissor />}
            aria-label="裁剪图片"
            onClick={() => uiState.cropping.set(picture.uuid)}
          />
        </Tooltip>
      )}
      <LayerActionButton bare action="duplicate" icon={<IconCopy />} />
      {(grouped || chosen.length > 1) && !hasComponent && <LayerActionButton bare action={groups} icon={<IconMindMapping />} />}
      <LayerActionButton bare action="lock" icon={chosen.every((layer) => layer.locked) ? <IconLock /> : <IconUnlock />} />
      <LayerActionButton bare action="hide" icon={chosen.every((layer) => layer.hidden) ? <IconEyeInvisible /> : <IconEye />} />
      <LayerActionButton bare action="remove" icon={<IconDelete />} />
      <Tooltip content={`更多操作（${keysOf('menu')}）`}>
        <Button
          type="text"
          size="small"
          className="designer-bar-more"
          icon={<IconMore />}
          aria-label="更多操作"
          aria-haspopup="menu"
          onClick={openMenu}
        />
      </Tooltip>
    </fieldset>
  )
}

/** Returns the boxes of the open panels that lie over the canvas, px of the host element. */
function panelsOver(host: HTMLElement): readonly Box[] {
  const canvas = host.getBoundingClientRect()
  return [...document.querySelectorAll('.designer-left:not([hidden]), .designer-right')].flatMap((panel) => {
    const { left, right, top, width, height } = panel.getBoundingClientRect()
    const isOver = left < canvas.right && right > canvas.left
    return isOver ? [{ x: left - canvas.left, y: top - canvas.top, width, height }] : []
  })
}

/** Moves the bar with the selection without re-rendering. Returns a function that positions the bar at once. */
function useBarPosition(bar: RefObject<HTMLElement | null>, host: RefObject<HTMLElement | null>, canvas: Renderer): () => void {
  const { session } = useDesigner()
  const barSize = useRef({ width: 0, height: 0 })
  const hostSize = useRef({ width: 0, height: 0 })
  const panels = useRef<readonly Box[]>([])
  const positionBar = () => {
    const { doc, selection } = session.getState()
    const chosen = layersOf(doc, selection)
    const bounds = boundsOfAll(chosen)
    const element = bar.current
    if (!bounds || !element) return
    const zoom = canvas.zoom()
    const { x, y } = canvas.hostPoint(bounds)
    const outline = Math.max(...chosen.map(strokeExtent)) * zoom
    const frame = {
      x: x - outline,
      y: y - outline,
      width: bounds.width * zoom + 2 * outline,
      height: bounds.height * zoom + 2 * outline,
    }
    const [only] = chosen
    const upright = chosen.length > 1 || !only ? { ...bounds, rotation: 0 } : only
    const size = { width: upright.width * zoom, height: upright.height * zoom }
    const position = barPosition(withHandle(frame, size, upright.rotation), barSize.current, hostSize.current, panels.current)
    element.style.transform = `translate(${Math.round(position.x)}px, ${Math.round(position.y)}px)`
  }
  const measure = () => {
    if (bar.current) barSize.current = { width: bar.current.offsetWidth, height: bar.current.offsetHeight }
    if (host.current) {
      hostSize.current = { width: host.current.clientWidth, height: host.current.clientHeight }
      panels.current = panelsOver(host.current)
    }
    positionBar()
  }
  const follow = useEffectEvent(positionBar)
  const remeasure = useEffectEvent(measure)
  useEffect(() => {
    const reposition = () => follow()
    const stops = [
      session.subscribe((state, before) => {
        if (state.doc !== before.doc || state.selection !== before.selection) reposition()
      }),
      canvas.onViewChange(reposition),
    ]
    const sizes = new ResizeObserver(() => remeasure())
    if (host.current) sizes.observe(host.current)
    return () => {
      for (const stop of stops) stop()
      sizes.disconnect()
    }
  }, [session, canvas, host])
  return measure
}
