import './portrait.css'
import { Button } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useSyncExternalStore } from 'react'
import { placementCentre } from '../../../../design/geometry/box'
import { byUuid } from '../../../../design/model/queries'
import type { Layer } from '../../../../design/model/types'
import type { CutoutState, Cutouts } from '../../cutout/cutouts'
import type { Renderer } from '../../render/renderer'
import { useCell, useDesigner, useSession } from '../context'
import { CutoutBar } from './cutout-bar'

/** Gap between a card and the edge of the canvas, px. */
const edge = 8

interface CardsProps {
  readonly host: RefObject<HTMLElement | null>
}

/** Shows on the canvas, over each layer that is being cut out, how far that is, and why it failed. */
export function CutoutCards({ host }: CardsProps) {
  const { cutouts, renderer } = useDesigner()
  const canvas = useCell(renderer)
  return cutouts && canvas && <Cards host={host} canvas={canvas} cutouts={cutouts} />
}

function Cards({ host, canvas, cutouts }: CardsProps & { readonly canvas: Renderer; readonly cutouts: Cutouts }) {
  const states = useSyncExternalStore(cutouts.subscribe, cutouts.getState)
  return [...states].map(([uuid, state]) => (
    <Card key={uuid} uuid={uuid} state={state} host={host} canvas={canvas} cutouts={cutouts} />
  ))
}

interface CardProps extends CardsProps {
  readonly uuid: string
  readonly state: CutoutState
  readonly canvas: Renderer
  readonly cutouts: Cutouts
}

function Card({ uuid, state, host, canvas, cutouts }: CardProps) {
  const { livePlacements } = useDesigner()
  const layer = useSession(({ doc }) => byUuid(doc, uuid))
  const dragged = useSyncExternalStore(livePlacements.subscribe, () => livePlacements.get() !== null)
  const card = useRef<HTMLFieldSetElement>(null)
  const isShown = layer !== undefined && !layer.hidden
  const [, follow] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const stop = canvas.onViewChange(follow)
    return () => stop()
  }, [canvas])
  // Its size follows its words, so that it is measured after each drawing.
  useLayoutEffect(() => {
    if (isShown && card.current && host.current) moveOver(card.current, host.current, canvas, layer)
  })
  if (!isShown) return null
  const giveUp = () => cutouts.cancel(uuid)
  return (
    <fieldset
      ref={card}
      className={dragged ? 'designer-cutout-card is-away' : 'designer-cutout-card'}
      aria-label={`「${layer.name}」的抠图`}
    >
      {state.kind === 'running' ? (
        <>
          <div className="designer-cutout-card-line">
            <span>{state.stepText}</span>
            <Button size="mini" type="text" aria-label={`取消「${layer.name}」的抠图`} onClick={giveUp}>
              取消
            </Button>
          </div>
          <CutoutBar share={state.share} />
        </>
      ) : (
        <div className="designer-cutout-card-line">
          <span className="is-failed">抠图失败：{state.reason}</span>
          <Button
            size="mini"
            type="text"
            aria-label={`重试「${layer.name}」的抠图`}
            onClick={() => void cutouts.start(uuid, state.type)}
          >
            重试
          </Button>
          <Button size="mini" type="text" icon={<IconClose />} aria-label={`收起「${layer.name}」的抠图提示`} onClick={giveUp} />
        </div>
      )}
    </fieldset>
  )
}

/** Puts a card in the middle of its layer, and within the canvas where the layer is beside it. */
function moveOver(card: HTMLElement, host: HTMLElement, canvas: Renderer, layer: Layer): void {
  const { x, y } = canvas.hostPoint(placementCentre(layer))
  const within = (at: number, size: number, whole: number) =>
    Math.round(Math.max(edge, Math.min(at - size / 2, whole - size - edge)))
  const left = within(x, card.offsetWidth, host.clientWidth)
  const top = within(y, card.offsetHeight, host.clientHeight)
  card.style.transform = `translate(${left}px, ${top}px)`
}
