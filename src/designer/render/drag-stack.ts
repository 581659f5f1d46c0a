/**
 * Shows a drag without drawing the design again: when it begins, the layers under and over the dragged ones and the dragged ones
 * themselves are drawn once, each run on a canvas of its own; a move then only shifts the canvases of the dragged layers and of
 * their handles. Leafer's nodes stay where they were until the drag ends.
 */
import { clipStacks, readsBackdrop } from '../../../design/model/appearance'
import type { DesignDoc, Layer, Point } from '../../../design/model/types'
import { type Branch, drawNodes, events, type Node, type Stage, setHitTesting, worldBox } from './leafer'

export interface DragStack {
  /** How far the layers have been moved, document px. */
  offset(): Point
  moveTo(offset: Point): void
  /** Ends it: the canvases go once Leafer has drawn the design as it is then. */
  release(): void
}

export interface DragStacks {
  /**
   * Begins a drag of these layers. Returns null where canvases laid over each other would not look like the design, or would be
   * too large: the nodes themselves must be moved then. `copying` leaves the layers in place and moves them a second time.
   */
  begin(moving: readonly Layer[], copying: boolean): DragStack | null
  dispose(): void
}

interface Parts {
  readonly stage: Stage
  readonly host: HTMLElement
  readonly under: readonly Branch[]
  readonly over: readonly Branch[]
  doc(): DesignDoc
  node(uuid: string): Node | null
  zoom(): number
}

interface Run {
  readonly moves: boolean
  readonly nodes: (Node | Branch)[]
}

interface Current {
  readonly moving: ReadonlySet<string>
  readonly copying: boolean
  offset: Point
  released: boolean
  /** The canvases that follow the pointer. */
  shifted: readonly HTMLElement[]
}

/** Most runs of layers: every run that stays is a canvas of the size of the screen. */
const maxRuns = 7
/** Most px of the dragged layers' canvas, times the px of the screen. */
const maxArea = 4

export function createDragStacks({ stage, host, under, over, doc, node, zoom }: Parts): DragStacks {
  const box = document.createElement('div')
  box.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none;display:none'
  host.append(box)
  let current: Current | null = null

  const runsOf = (moving: ReadonlySet<string>, copying: boolean): readonly Run[] => {
    const runs: Run[] = [{ moves: false, nodes: [...under] }]
    const add = (moves: boolean, one: Node | Branch) => {
      const last = runs.at(-1)
      if (last?.moves === moves) last.nodes.push(one)
      else runs.push({ moves, nodes: [one] })
    }
    for (const { uuid, hidden } of doc().layers) {
      const one = node(uuid)
      if (!one || hidden) continue
      if (!moving.has(uuid) || copying) add(false, one)
      if (moving.has(uuid)) add(true, one)
    }
    for (const one of over) add(false, one)
    return runs
  }

  const canStack = (moving: ReadonlySet<string>, copying: boolean): boolean => {
    const design = doc()
    // Clipped layers, and layers that blend with those below them, change as layers move against each other.
    if (design.layers.some((layer) => !layer.hidden && readsBackdrop(layer.appearance))) return false
    const stacks = clipStacks(design).filter(({ clipped }) => clipped.length > 0)
    if (stacks.some(({ base, clipped }) => [base, ...clipped].some(({ uuid }) => moving.has(uuid)))) return false
    const runs = runsOf(moving, copying)
    const { width = 0, height = 0 } = stage.tree
    return (
      runs.length <= maxRuns &&
      runs.every(({ moves, nodes }) => {
        const area = worldBox(nodes)
        return !moves || area.width * area.height <= maxArea * width * height
      })
    )
  }

  const shift = () => {
    if (!current) return
    // Whole device px: between them the browser would blur the picture.
    const ratio = devicePixelRatio
    const [x, y] = [current.offset.x, current.offset.y].map((value) => Math.round(value * zoom() * ratio) / ratio)
    for (const { style } of current.shifted) style.transform = `translate(${x}px,${y}px)`
  }

  const viewsOfLeafer = () => [stage.tree, stage.sky].flatMap((leafer) => leafer.canvas?.view ?? []) as HTMLElement[]

  const build = (drag: Current) => {
    const screen = { x: 0, y: 0, width: stage.tree.width ?? 0, height: stage.tree.height ?? 0 }
    const shifted: HTMLElement[] = []
    const canvases = runsOf(drag.moving, drag.copying).map(({ moves, nodes }) => {
      const canvas = drawNodes(nodes, moves ? worldBox(nodes) : screen)
      if (moves) shifted.push(canvas)
      return canvas
    })
    const handles = drawNodes(
      [stage.editor],
      worldBox([stage.editor.editBox, ...[...drag.moving].flatMap((uuid) => node(uuid) ?? [])]),
    )
    shifted.push(handles)
    for (const canvas of shifted) canvas.style.willChange = 'transform'
    drag.shifted = shifted
    box.replaceChildren(...canvases, handles)
    box.style.display = ''
    for (const view of viewsOfLeafer()) view.style.opacity = '0'
    shift()
  }

  const clear = () => {
    current = null
    box.replaceChildren()
    box.style.display = 'none'
    for (const view of viewsOfLeafer()) view.style.opacity = ''
  }

  let redrawn = false
  const onRender = () => {
    redrawn = true
  }
  const onAllRendered = () => {
    if (!redrawn) return
    redrawn = false
    if (current?.released) clear()
    // Something else has changed: a picture arrived, the canvas was zoomed.
    else if (current) build(current)
  }
  stage.tree.on(events.rendered, onRender)
  stage.sky.on(events.rendered, onRender)
  stage.on(events.allRendered, onAllRendered)

  return {
    begin(layers, copying) {
      const moving = new Set(layers.map(({ uuid }) => uuid))
      if (!canStack(moving, copying)) return null
      const drag: Current = { moving, copying, offset: { x: 0, y: 0 }, released: false, shifted: [] }
      current = drag
      setHitTesting(stage, false)
      // The canvases are made after Leafer has drawn what changes with the beginning of a drag.
      stage.tree.forceRender()
      return {
        offset: () => drag.offset,
        moveTo(offset) {
          drag.offset = offset
          if (current === drag) shift()
        },
        release() {
          drag.released = true
          setHitTesting(stage, true)
          stage.tree.forceRender()
        },
      }
    },
    dispose() {
      clear()
      box.remove()
    },
  }
}
