/**
 * The only file that imports Leafer: its packages (all pinned to one exact version, because their plugin interfaces change
 * between minor versions) and the parts of them that the renderer uses.
 */
import '@leafer-in/viewport'
import '@leafer-in/view'
import '@leafer-in/resize'
import type { Editor } from '@leafer-in/editor'
import '@leafer-in/editor'
import {
  App,
  Creator,
  DragEvent,
  Frame,
  Group,
  type IEditorConfig,
  type IFill,
  type IFrameInputData,
  type ILeaf,
  type ILeaferCanvas,
  type IRectInputData,
  type IRenderOptions,
  type IUI,
  LeaferImage,
  Path,
  PointerEvent,
  PropertyEvent,
  Rect,
  RenderEvent,
  ResizeEvent,
  Resource,
} from 'leafer-ui'
import { isDrawing } from '../../../design/model/picture-url'
import type { Box } from '../../../design/model/types'
import type { Picture } from '../../../design/print/sheet'

export type Stage = App & { readonly editor: Editor }
export type Branch = Group
export type Sheet = SheetNode
export type Node = PictureNode
/** A node that can be selected. */
export type Selectable = IUI
export type Fill = IFill
export type EditorConfig = IEditorConfig
export type Pointer = PointerEvent
export type DragInput = DragEvent

/** A drawing under a node's own picture. */
export interface Underlay {
  /** Returns how far it extends beyond the node's box, px of the node. */
  reach(size: { readonly width: number; readonly height: number }): number
  paint(context: ILeaferCanvas['context'], size: { readonly width: number; readonly height: number }): void
}

/** Draws a node in place of its picture. */
export interface NodePainter {
  /** Returns how far it extends beyond the node's box, px of the document. */
  readonly reach: number
  /**
   * Paints the node; returns false where its picture is to be drawn instead.
   *
   * @param view the document on the px of the context.
   */
  paint(context: CanvasRenderingContext2D, view: { readonly scale: number; readonly x: number; readonly y: number }): boolean
}

/** A picture node that also draws something under its picture, so that it follows every move, rotation and mirroring. */
class PictureNode extends Rect<IRectInputData> {
  // Declared only, without initialiser: Leafer's base constructor may read them before fields are set.
  declare private underlay?: Underlay | null
  declare private painter?: NodePainter | null

  /** Draws the node by `painter`, also after what it paints has changed; null draws its picture. */
  setPainter(painter: NodePainter | null): void {
    if (!painter && !this.painter) return
    this.painter = painter
    this.forceUpdate('renderSpread')
  }

  setUnderlay(underlay: Underlay | null): void {
    this.underlay = underlay
    // Leafer must recompute the area that this node covers.
    this.forceUpdate('renderSpread')
  }

  override __updateRenderSpread() {
    const spread = super.__updateRenderSpread()
    if (typeof spread !== 'number') return spread
    return Math.max(spread, this.underlay?.reach(sizeOf(this)) ?? 0, this.painter?.reach ?? 0)
  }

  override __draw(canvas: ILeaferCanvas, options: IRenderOptions, origin?: ILeaferCanvas): void {
    if (this.painter && this.parent) {
      const { pixelRatio } = canvas
      const context = canvas.context as CanvasRenderingContext2D
      const { a, e, f } = this.parent.__world
      context.save()
      const isPainted = this.painter.paint(context, { scale: a * pixelRatio, x: e * pixelRatio, y: f * pixelRatio })
      context.restore()
      if (isPainted) return
    }
    this.underlay?.paint(canvas.context, sizeOf(this))
    super.__draw(canvas, options, origin)
  }
}

/** The design's own canvas. Layers whose drawing depends on what lies below see only the other layers, as in a print. */
class SheetNode extends Frame<IFrameInputData> {
  declare private isolated?: boolean

  /** Draws the layers on a canvas of their own first. */
  setIsolated(isolated: boolean): void {
    if ((this.isolated ?? false) === isolated) return
    this.isolated = isolated
    this.forceRender()
  }

  override __renderGroup(canvas: ILeaferCanvas, options: IRenderOptions): void {
    if (!this.isolated) {
      super.__renderGroup(canvas, options)
      return
    }
    const own = canvas.getSameCanvas(false, true)
    super.__renderGroup(own, options)
    canvas.save()
    canvas.resetTransform()
    canvas.context.drawImage(own.view as CanvasImageSource, 0, 0)
    canvas.restore()
    own.recycle()
  }
}

const sizeOf = ({ width = 0, height = 0 }: Rect) => ({ width, height })

export const events = {
  /** A press, sent before the editor decides what to drag. */
  beforeDown: PointerEvent.BEFORE_DOWN,
  up: PointerEvent.UP,
  longPress: PointerEvent.LONG_PRESS,
  dragStart: DragEvent.START,
  /** A movement of a drag, sent before the editor applies it. */
  beforeDrag: DragEvent.BEFORE_DRAG,
  drag: DragEvent.DRAG,
  dragEnd: DragEvent.END,
  move: PointerEvent.MOVE,
  changed: PropertyEvent.CHANGE,
  resized: ResizeEvent.RESIZE,
  /** Leafer has drawn one of a stage's canvases. */
  rendered: RenderEvent.END,
  /** All canvases of a stage that changed have been drawn. */
  allRendered: RenderEvent.CHILD_END,
} as const

/** Zoom limits of the canvas, screen px per document px. */
export const zoomRange = { min: 0.05, max: 16 } as const

/** Whether the device is used mainly by fingers, which are wider than a pointer. */
const isTouched = () => matchMedia('(pointer: coarse)').matches
/** Diameter of the handles, screen px. */
export const handleSize = () => (isTouched() ? 18 : 10)

/** Creates an interactive canvas that fills `host` and follows its size. */
export function createStage(host: HTMLElement, editor: EditorConfig): Stage {
  const app = new App({
    view: host,
    tree: { type: 'design' },
    editor,
    fill: 'transparent',
    zoom: zoomRange,
    // Leafer's default tolerance of 5 px catches presses meant for empty canvas.
    pointer: { hitRadius: isTouched() ? 6 : 2, longPressTime: 500 },
    wheel: { preventDefault: true },
  })
  const created: App & { editor?: unknown } = app
  if (!created.editor) throw new Error('the editor plugin did not attach to the canvas')
  return app as Stage
}

export const sheet = (data: IFrameInputData): Sheet => new SheetNode(data)
export const group = (data: ConstructorParameters<typeof Group>[0]): Branch => new Group(data)
export const rect = (data: ConstructorParameters<typeof Rect>[0]): Rect => new Rect(data)
export const pictureNode = (data: IRectInputData): Node => new PictureNode(data)
export const path = (data: ConstructorParameters<typeof Path>[0]): Path => new Path(data)

/**
 * Returns the picture format to give to Leafer. A drawing is rendered again at every zoom; everything else is declared a PNG
 * whatever its real format, because Leafer draws other formats without transparency.
 */
export function pictureFormat(url: string): 'svg' | 'png' {
  return isDrawing(url) ? 'svg' : 'png'
}

/** A loaded picture. `Pictures` closes it with the designer; Leafer may close those that no node shows, and an undone deletion shows them again. */
class LoadedImage extends LeaferImage {
  override destroy(): void {
    this.view = null
    super.destroy()
  }
}

/** The loaded pictures that Leafer may draw, so that it fetches none. */
export interface PictureRegistry {
  /** Returns the address by which a fill names this picture, loaded from `url`. */
  address(url: string, picture: Picture): string
  dispose(): void
}

let pictureCount = 0

/** Each picture has an address of its own: Leafer's images are those of the page, and other canvases free theirs when they close. */
export function createPictureRegistry(): PictureRegistry {
  const addresses = new Map<Picture, string>()
  return {
    address(url, picture) {
      let address = addresses.get(picture)
      if (address === undefined) {
        pictureCount += 1
        address = `${url}#${pictureCount}`
        addresses.set(picture, address)
      }
      if (!Resource.get(address)) {
        const config = { url: address, view: picture, format: pictureFormat(url) }
        Resource.setImage(address, new LoadedImage(config))
      }
      return address
    },
    dispose() {
      for (const address of addresses.values()) Resource.remove(address)
      addresses.clear()
    },
  }
}

/** Returns the box that these nodes cover on the canvas, whole px of the host element. */
export function worldBox(nodes: readonly ILeaf[]): Box {
  const boxes = nodes.map((node) => node.__world).filter(({ width, height }) => width > 0 && height > 0)
  const left = Math.floor(Math.min(...boxes.map(({ x }) => x)))
  const top = Math.floor(Math.min(...boxes.map(({ y }) => y)))
  const right = Math.ceil(Math.max(...boxes.map(({ x, width }) => x + width)))
  const bottom = Math.ceil(Math.max(...boxes.map(({ y, height }) => y + height)))
  return boxes.length === 0 ? { x: 0, y: 0, width: 0, height: 0 } : { x: left, y: top, width: right - left, height: bottom - top }
}

/** Returns a canvas that only shows this one's pixels: Chromium copies those of any other with every frame, changed or not. */
function frozen(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const shown = document.createElement('canvas')
  const copy = typeof OffscreenCanvas === 'function' ? new OffscreenCanvas(canvas.width, canvas.height) : null
  const context = copy?.getContext('2d')
  const renderer = context && shown.getContext('bitmaprenderer')
  if (!copy || !context || !renderer) return canvas
  context.drawImage(canvas, 0, 0)
  renderer.transferFromImageBitmap(copy.transferToImageBitmap())
  return shown
}

/** Draws nodes as they stand now on a canvas element that lies over this box of the host element. */
export function drawNodes(nodes: readonly ILeaf[], { x, y, width, height }: Box): HTMLCanvasElement {
  const canvas = Creator.canvas?.({ width: Math.max(1, width), height: Math.max(1, height), pixelRatio: devicePixelRatio })
  if (!canvas) throw new Error('Leafer makes no canvas here')
  // Leafer smooths scaled pictures on its own canvases; one that is created directly has smoothing off.
  canvas.smooth = true
  // Leafer ignores the matrix of its render options when it outlines several selected nodes, so every transform is shifted instead.
  const { context, pixelRatio } = canvas
  const setTransform = context.setTransform.bind(context)
  const shifted = (a: number, b: number, c: number, d: number, e: number, f: number) =>
    setTransform(a, b, c, d, e - x * pixelRatio, f - y * pixelRatio)
  Object.assign(canvas, { setTransform: shifted })
  Object.assign(context, { setTransform: shifted })
  for (const node of nodes) node.__render(canvas, {})
  const view = frozen(canvas.view as HTMLCanvasElement)
  view.style.cssText = `position:absolute;left:${x}px;top:${y}px;width:${canvas.width}px;height:${canvas.height}px`
  return view
}

/**
 * Turns the search for what lies under the pointer off and on. Leafer searches on every move of a drag too, several times, though a
 * drag stays with what was pressed.
 */
export function setHitTesting({ interaction }: Stage, isOn: boolean): void {
  if (!interaction) return
  if (isOn) Reflect.deleteProperty(interaction, 'findPath')
  else {
    const { findPath } = interaction
    interaction.findPath = (data, options) => {
      const pressed = interaction.downData?.path
      if (!pressed) return findPath.call(interaction, data, options)
      data.path = pressed
      return pressed
    }
  }
}
