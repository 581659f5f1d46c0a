/**
 * Draws everything on the canvas besides the layers: paper, the wireframe's pictures under and over the design, the print area's
 * line, and the mask that dims what will not be printed. None of it takes presses.
 */
import type { Wireframe } from '../../../contract/types'
import { wireframeFrame } from '../../../design/geometry/wireframe'
import type { Box, Size } from '../../../design/model/types'
import { coveredShade } from './covered-shade'
import { type Branch, group, path, rect } from './leafer'
import type { NodeResources } from './nodes'
import type { CanvasTheme } from './theme'

export interface CanvasDecoration {
  /** Nodes under the layers, bottom first. */
  readonly under: readonly Branch[]
  /** Nodes over the layers, bottom first. */
  readonly over: readonly Branch[]
  setSize(size: Size): void
  setWireframe(wireframe: Wireframe | null): void
  /** Sets the case's colour where nothing is printed; null uses the theme's paper. */
  setPaper(color: string | null): void
  /** Applies the theme's colours again. */
  recolor(): void
  /** Dims what lies outside the print area during a drag. */
  setDimmed(dimmed: boolean): void
  /** Always dims it, and marks what the wireframe's front pictures hide. */
  setShaded(shaded: boolean): void
  dispose(): void
}

/** Margin around the design that is larger than any zoom can show, document px. */
const dimMargin = 20_000

export function createCanvasDecoration(resources: NodeResources & { readonly theme: CanvasTheme }): CanvasDecoration {
  const { pictures, registry, resolveUrl, theme } = resources
  let size: Size = { width: 1, height: 1 }
  let wireframe: Wireframe | null = null

  let paperColor: string | null = null

  const paper = rect({ fill: theme.paper, shadow: { x: 0, y: 2, blur: 16, color: 'rgba(0, 0, 0, 0.12)' } })
  const under = group({ hittable: false, children: [paper] })
  const wireframeBack = group({ hittable: false })
  const wireframeFront = group({ hittable: false })
  const hiddenParts = group({ hittable: false })
  let dimmed = false
  let shaded = false
  const dimMask = path({ fill: theme.dim, windingRule: 'evenodd', visible: false })
  const printLine = rect({ stroke: theme.printArea, strokeWidth: 1, dashPattern: [6, 5], strokeScaleFixed: true, visible: false })
  const marks = group({ hittable: false, children: [hiddenParts, dimMask, printLine] })

  const printArea = (): Box =>
    wireframe ? wireframeFrame(size, wireframe).printArea : { x: 0, y: 0, width: size.width, height: size.height }

  const showDim = () => {
    const visible = dimmed || shaded
    if (dimMask.visible !== visible) dimMask.visible = visible
  }

  const drawPictures = () => {
    wireframeBack.clear()
    wireframeFront.clear()
    hiddenParts.clear()
    if (!wireframe) return
    const { frame } = wireframeFrame(size, wireframe)
    for (const { imageUrl, index } of [...wireframe.layers].sort((a, b) => a.index - b.index)) {
      const url = resolveUrl(imageUrl)
      const picture = pictures.state(url) === 'ready' ? pictures.get(url) : null
      if (!picture) continue
      const fill = { type: 'image', url: registry.address(url, picture), format: 'png', mode: 'stretch' } as const
      const node = rect({ ...frame, fill })
      if (index < 0) wireframeBack.add(node)
      else wireframeFront.add(node)
      const mark = index >= 0 && shaded ? coveredShade(picture, frame) : null
      if (mark) hiddenParts.add(mark)
    }
  }

  const draw = () => {
    paper.set({ width: size.width, height: size.height })
    drawPictures()
    const area = printArea()
    const isUnbounded = area.width <= 0 || area.height <= 0
    printLine.set({ ...area, visible: !isUnbounded })
    const { x, y, width, height } = area
    const margin = dimMargin
    dimMask.path = `M${-margin} ${-margin}H${size.width + margin}V${size.height + margin}H${-margin}Z M${x} ${y}H${x + width}V${y + height}H${x}Z`
  }

  const stop = pictures.onChange((url) => {
    if (wireframe?.layers.some((layer) => resolveUrl(layer.imageUrl) === url)) drawPictures()
  })

  return {
    under: [under, wireframeBack],
    over: [wireframeFront, marks],
    setSize(next) {
      if (next.width === size.width && next.height === size.height) return
      size = next
      draw()
    },
    setWireframe(next) {
      if (next === wireframe) return
      wireframe = next
      draw()
    },
    setPaper(color) {
      paperColor = color
      paper.fill = color ?? theme.paper
    },
    recolor() {
      paper.fill = paperColor ?? theme.paper
      dimMask.fill = theme.dim
      printLine.stroke = theme.printArea
    },
    setDimmed(next) {
      dimmed = next
      showDim()
    },
    setShaded(next) {
      if (next === shaded) return
      shaded = next
      showDim()
      drawPictures()
    },
    dispose: stop,
  }
}
