import './cropping.css'
import { Button, Select } from '@arco-design/web-react'
import {
  type CSSProperties,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
  type WheelEvent,
} from 'react'
import { cropLayer } from '../../../../design/commands/layer-appearance'
import { placementCentre } from '../../../../design/geometry/box'
import { sinCos } from '../../../../design/geometry/matrix'
import { changedAppearance } from '../../../../design/model/appearance'
import { byUuid } from '../../../../design/model/queries'
import type { Layer, Point } from '../../../../design/model/types'
import { componentText } from '../../../../design/rules/component'
import {
  type CropFrame,
  cropFrameOf,
  cropScale,
  dragFrame,
  isCroppable,
  isWhole,
  maxStraighten,
  panPicture,
  setFrameRatio,
  straighten,
  zoomPicture,
} from '../../../../design/rules/crop'
import { refusalText } from '../../../../design/rules/refusal'
import { resolveFileUrl } from '../../../api/file-url'
import type { Renderer } from '../../render/renderer'
import { useCell, useDesigner, useSession } from '../context'
import { RangeField } from '../text/range-field'
import { useEscape } from '../use-escape'

/** The crop frame over the canvas. A double-click on a picture opens it, or the button of the panel. */
export function Cropping({ host }: { readonly host: { readonly current: HTMLElement | null } }) {
  const { uiState, renderer, session } = useDesigner()
  const { cropping } = uiState
  const uuid = useCell(cropping)
  const canvas = useCell(renderer)
  const found = useSession((state) => (uuid === null ? undefined : byUuid(state.doc, uuid)))
  const layer = found && isCroppable(found) && !found.locked ? found : null

  useEffect(() => {
    const element = host.current
    if (!element || !canvas) return
    const onDouble = (event: MouseEvent) => {
      const wanted = canvas.layerAt({ x: event.clientX, y: event.clientY })
      const target = wanted === null ? undefined : byUuid(session.getState().doc, wanted)
      // The first double-click on a member of a group selects it, the second one crops it.
      const isReached = target && (target.groupId === null || session.getState().selection.join() === target.uuid)
      if (!target || !isCroppable(target) || !isReached) return
      if (target.component) session.notify('warning', componentText.together)
      else if (target.locked) session.notify('warning', refusalText.locked)
      else cropping.set(target.uuid)
    }
    // In the capture phase, before a double-click reaches into a group.
    element.addEventListener('dblclick', onDouble, true)
    return () => element.removeEventListener('dblclick', onDouble, true)
  }, [host, canvas, session, cropping])

  useEffect(() => {
    if (uuid !== null && !layer) cropping.set(null)
  }, [uuid, layer, cropping])

  return layer && canvas && <CropEditor key={layer.uuid} layer={layer} canvas={canvas} onClose={() => cropping.set(null)} />
}

const ratios: readonly { readonly name: string; readonly ratio: number | 'free' | 'picture' | 'canvas' }[] = [
  { name: '自由', ratio: 'free' },
  { name: '原图', ratio: 'picture' },
  { name: '画布', ratio: 'canvas' },
  { name: '1:1', ratio: 1 },
  { name: '3:4', ratio: 3 / 4 },
  { name: '4:3', ratio: 4 / 3 },
  { name: '9:16', ratio: 9 / 16 },
  { name: '16:9', ratio: 16 / 9 },
]

const handles = [-1, 0, 1].flatMap((y) =>
  [-1, 0, 1].flatMap((x) => (x === 0 && y === 0 ? [] : [{ x: x as -1 | 0 | 1, y: y as -1 | 0 | 1 }])),
)
const handleName = ({ x, y }: Point) => `${y < 0 ? '上' : y > 0 ? '下' : ''}${x < 0 ? '左' : x > 0 ? '右' : ''}`
/** Pan per press of an arrow key, canvas px. */
const keyStep = 2
const keySteps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
}

interface CropEditorProps {
  readonly layer: Layer
  readonly canvas: Renderer
  readonly onClose: () => void
}

type Grip = 'picture' | (typeof handles)[number]

function CropEditor({ layer, canvas, onClose }: CropEditorProps) {
  const { session, strokes } = useDesigner()
  const [frame, setFrame] = useState(() => cropFrameOf(layer))
  const [ratioName, setRatioName] = useState('自由')
  const [busy, setBusy] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const drag = useRef<{ readonly grip: Grip; readonly from: Point; readonly frame: CropFrame } | null>(null)
  const [, follow] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const stop = canvas.onViewChange(follow)
    return () => stop()
  }, [canvas])
  useEffect(() => {
    canvas.hideLayer(layer.uuid)
    // Its own handles would lie under those of the crop frame.
    canvas.setSelection([])
    root.current?.focus({ preventScroll: true })
    return () => {
      canvas.hideLayer(null)
      canvas.setSelection(session.getState().selection)
    }
  }, [canvas, session, layer.uuid])

  const picture = { width: layer.originalWidth, height: layer.originalHeight }
  const { doc } = session.getState()
  const ratioOf = (name: string): number | null => {
    const ratio = ratios.find((one) => one.name === name)?.ratio ?? 'free'
    if (ratio === 'picture') return picture.width / picture.height
    if (ratio === 'canvas') return doc.width / doc.height
    return ratio === 'free' ? null : ratio
  }

  const commit = async () => {
    if (busy) return
    setBusy(true)
    const crop = isWhole(frame.crop, picture) ? null : frame.crop
    const placement = { uuid: layer.uuid, ...frame.placement }
    const appearance = changedAppearance(layer.appearance, { crop: crop ?? undefined })
    try {
      const outline = layer.stroke === null ? null : await strokes.remake({ ...layer, ...frame.placement, appearance })
      session.run(cropLayer, { uuid: layer.uuid, crop, placement, ...(outline && { outline }) })
      onClose()
    } catch (error) {
      setBusy(false)
      session.notify('warning', error instanceof Error ? error.message : '裁剪没有完成，请重试')
    }
  }
  useEscape(true, onClose)

  /** Converts a movement on the screen to canvas px along the frame's own axes. */
  const alongFrame = (dx: number, dy: number): Point => {
    const { sin, cos } = sinCos(-layer.rotation)
    const zoom = canvas.zoom()
    return {
      x: ((dx * cos - dy * sin) / zoom) * (layer.horizontalFlip ? -1 : 1),
      y: ((dx * sin + dy * cos) / zoom) * (layer.verticalFlip ? -1 : 1),
    }
  }
  const grab = (event: PointerEvent, grip: Grip) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    root.current?.focus({ preventScroll: true })
    drag.current = { grip, from: { x: event.clientX, y: event.clientY }, frame }
  }
  const move = (event: PointerEvent) => {
    const held = drag.current
    if (!held) return
    const { x, y } = alongFrame(event.clientX - held.from.x, event.clientY - held.from.y)
    // Mirrored layers are dragged on their mirrored side.
    if (held.grip === 'picture') setFrame(panPicture(held.frame, x, y, picture))
    else setFrame(dragFrame(held.frame, held.grip, x, y, picture, ratioOf(ratioName)))
  }
  const zoomBy = (factor: number) => setFrame((now) => zoomPicture(now, factor, picture))
  const wheel = (event: WheelEvent) => {
    event.stopPropagation()
    zoomBy(Math.exp(-event.deltaY / 400))
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest('input, .arco-select, .designer-crop-bar')) {
      if (event.key !== 'Enter' || event.target.closest('button, .arco-select')) return
    }
    const step = keySteps[event.key]
    if (event.key === 'Enter') void commit()
    else if (step) setFrame((now) => panPicture(now, step[0], step[1], picture))
    else if (event.key === '+' || event.key === '=') zoomBy(1.05)
    else if (event.key === '-') zoomBy(1 / 1.05)
    // Other keys act on the layer, which is being cropped.
    else if (event.key.length > 1 && event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', press, true)
    return () => removeEventListener('keydown', press, true)
  }, [])

  const { placement, crop } = frame
  const zoom = canvas.zoom()
  const centre = canvas.hostPoint(placementCentre(placement))
  const scale = cropScale(frame)
  const [width, height] = [placement.width * zoom, placement.height * zoom]
  const flip = `scale(${layer.horizontalFlip ? -1 : 1}, ${layer.verticalFlip ? -1 : 1})`
  const address = resolveFileUrl(layer.imageUrl)
  const loaded = canvas.pictures.get(address)
  // A picture that was just uploaded is loaded from the seller's file.
  const source = loaded && 'src' in loaded ? loaded.src : address
  const pictureStyle: CSSProperties = {
    width: picture.width * scale.x * zoom,
    height: picture.height * scale.y * zoom,
    left: width / 2 - (crop.left + crop.width / 2) * scale.x * zoom,
    top: height / 2 - (crop.top + crop.height / 2) * scale.y * zoom,
    transformOrigin: `${(crop.left + crop.width / 2) * scale.x * zoom}px ${(crop.top + crop.height / 2) * scale.y * zoom}px`,
    transform: `rotate(${crop.angle}deg)`,
  }
  return (
    <section className="designer-crop" aria-label="裁剪图片" ref={root} tabIndex={-1}>
      <div
        className="designer-crop-stage"
        onPointerDown={(event) => event.target === event.currentTarget && void commit()}
        onWheel={wheel}
      >
        <div
          className="designer-crop-frame"
          style={{
            width,
            height,
            transform: `translate(${centre.x - width / 2}px, ${centre.y - height / 2}px) rotate(${layer.rotation}deg) ${flip}`,
          }}
          onPointerMove={move}
          onPointerUp={() => {
            drag.current = null
          }}
          onPointerCancel={() => {
            drag.current = null
          }}
        >
          <img
            className="designer-crop-whole"
            src={source}
            alt=""
            style={pictureStyle}
            onPointerDown={(event) => grab(event, 'picture')}
            draggable={false}
          />
          <div className="designer-crop-window" onPointerDown={(event) => grab(event, 'picture')}>
            <img src={source} alt="" style={pictureStyle} draggable={false} />
          </div>
          {handles.map((side) => (
            <span
              key={handleName(side)}
              className="designer-crop-handle"
              data-side={handleName(side)}
              style={{ left: `${(side.x + 1) * 50}%`, top: `${(side.y + 1) * 50}%` }}
              onPointerDown={(event) => grab(event, side)}
            />
          ))}
        </div>
      </div>
      <div className="designer-crop-bar">
        <Select
          size="small"
          aria-label="裁剪比例"
          value={ratioName}
          options={ratios.map(({ name }) => ({ value: name, label: name }))}
          onChange={(name: string) => {
            setRatioName(name)
            const ratio = ratioOf(name)
            if (ratio !== null) setFrame((now) => setFrameRatio(now, ratio, picture))
          }}
        />
        <RangeField
          label="拉直"
          value={crop.angle}
          min={-maxStraighten}
          max={maxStraighten}
          step={0.5}
          show={(angle) => `${angle}°`}
          onSlide={(angle) => setFrame((now) => straighten(now, angle, picture))}
          onEnd={() => undefined}
        />
        <Button size="small" onClick={() => setFrame(cropFrameOf({ ...layer, appearance: null }))}>
          还原
        </Button>
        <Button size="small" onClick={onClose}>
          取消
        </Button>
        <Button size="small" type="primary" loading={busy} onClick={() => void commit()}>
          完成
        </Button>
      </div>
    </section>
  )
}
