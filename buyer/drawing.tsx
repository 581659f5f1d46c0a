import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Box } from '../design/geometry/shapes'
import type { DesignDoc } from '../design/model/types'
import type { Pictures } from '../design/print/pictures'
import { pressedLayers } from '../design/print/press'
import { createRestingLayers, drawLayers } from './resting-layers'

interface DrawingProps {
  readonly doc: DesignDoc
  readonly pictures: Pictures
  /** CSS px of one canvas px. */
  readonly scale: number
  /** The part of the canvas that is drawn, canvas px. */
  readonly whole: Box
  /** The layer that is redrawn with every frame of a gesture; null for none. */
  readonly moving: string | null
  /** Another number draws anew what is otherwise the same, such as when a picture has loaded. */
  readonly version: number
  /** Receives the element in which a layer is lifted off the drawing, where fingers move layers. */
  readonly lift?: RefObject<HTMLDivElement | null>
}

/** Returns the device px that are drawn for one CSS px. */
export const screenSharpness = () => Math.min(2, globalThis.devicePixelRatio || 1)

/** The design, drawn by the same press as the print file. Pictures that are not loaded yet are drawn when they come. */
export function Drawing({ doc, pictures, scale, whole, moving, version, lift }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [resting] = useState(createRestingLayers)
  useEffect(() => () => resting.release(), [resting])
  const sharp = screenSharpness()
  const { x, y, width: across, height: down } = whole
  // Nothing is drawn for other news, such as the progress of an upload: large photos take long.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version tells of pictures that have loaded
  useLayoutEffect(() => {
    const element = canvas.current
    const width = Math.round(across * scale * sharp)
    const height = Math.round(down * scale * sharp)
    if (!element || width <= 0 || height <= 0) return
    if (element.width !== width || element.height !== height) {
      element.width = width
      element.height = height
    }
    const surface = element.getContext('2d', { willReadFrequently: false })
    if (!surface) return
    surface.setTransform(1, 0, 0, 1, 0, 0)
    surface.clearRect(0, 0, width, height)
    const view = { scale: scale * sharp, x: -x * scale * sharp, y: -y * scale * sharp }
    const layers = pressedLayers(doc)
    if (moving !== null && resting.draw(surface, layers, moving, view, pictures)) return
    resting.release()
    drawLayers(surface, layers, view, pictures)
  }, [doc, pictures, scale, x, y, across, down, moving, sharp, resting, version])
  return (
    <>
      {lift && <div ref={lift} className="lift" aria-hidden="true" />}
      <canvas ref={canvas} role="img" aria-label="手机壳上的设计" />
    </>
  )
}
