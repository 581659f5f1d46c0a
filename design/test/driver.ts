/** An open design without a designer: tests run commands and gestures as a seller causes them and check the document. */
import { applyCommand, historyAfter } from '../commands/apply'
import type { Command, Outcome } from '../commands/command'
import { transformLayers } from '../commands/transform'
import * as past from '../history/history'
import { normalise } from '../model/invariants'
import { byUuid, layersOf, movable } from '../model/queries'
import type { DesignDoc, Layer, Point } from '../model/types'
import { collectSnapTargets } from '../rules/guides'
import type { LayerPlacement } from '../rules/placement'
import { planResize, planScale } from '../rules/resize'
import { planRotate } from '../rules/rotation'
import { allSelectable, boxSelection, clickSelection, layerAt, selectionOf } from '../rules/selection'
import { planMove } from './plan-move'

/** Drags of the selection on the canvas, each as one gesture, with the snapping of the real canvas. */
export interface Drags {
  /** Drags the selection by so many document px. */
  drag(dx: number, dy: number, options?: { readonly zoom?: number; readonly cancel?: boolean }): void
  /** Drags the rotate handle of the selection. */
  rotate(degrees: number): void
  /** Drags the bottom right handle of the selection until its box has this size. */
  resize(width: number, height: number): void
}

export interface DragTarget {
  doc(): DesignDoc
  selection(): readonly string[]
  /** Puts layers at these places as one gesture; a cancelled one leaves the document unchanged. */
  place(placements: readonly LayerPlacement[], label: string, cancel?: boolean): void
}

export function dragsOf({ doc, selection, place }: DragTarget): Drags {
  const selected = () => layersOf(doc(), selection()).filter(movable)
  return {
    drag(dx, dy, { zoom, cancel = false } = {}) {
      const layers = selected()
      const uuids = layers.map((layer) => layer.uuid)
      place(planMove(layers, collectSnapTargets(doc(), uuids), dx, dy, zoom).placements, '移动图层', cancel)
    },
    rotate: (degrees) => place(planRotate(selected(), degrees), '旋转图层'),
    resize(width, height) {
      const layers = selected()
      const [first] = layers
      if (!first) return
      const placements =
        layers.length === 1
          ? [planResize(first, { width, height }, { x: 0, y: 0 })]
          : planScale(layers, width / first.width, { x: first.left, y: first.top })
      place(placements, '缩放图层')
    },
  }
}

/** Returns the layer with this uuid; a missing one fails the test. */
export function layerIn(doc: DesignDoc, uuid: string): Layer {
  const layer = byUuid(doc, uuid)
  if (!layer) throw new Error(`the document has no layer ${uuid}`)
  return layer
}

export function openDesign(opened: DesignDoc) {
  let history = past.createHistory(normalise(opened), '打开模板')
  let selection: readonly string[] = []
  let notice: string | null = null
  const doc = () => past.currentDoc(history)
  const select = (uuids: readonly string[]) => {
    selection = selectionOf(doc(), uuids)
  }
  const run = <A>(command: Command<A>, args: A): Outcome => {
    const gesture = history.open !== null
    const outcome = applyCommand(doc(), command, args)
    notice = outcome.message ?? notice
    if (!outcome.ok) return outcome
    history = historyAfter(history, command, args, outcome, gesture)
    select(outcome.select ?? selection)
    return { ...outcome, doc: doc() }
  }
  const click = (target: string | Point, options: { readonly shift?: boolean; readonly alone?: boolean } = {}) => {
    const uuid = typeof target === 'string' ? target : layerAt(doc(), target)
    select(clickSelection(doc(), selection, uuid, options.shift, options.alone))
  }
  return {
    run,
    select,
    click,
    doc,
    layer: (uuid: string) => layerIn(doc(), uuid),
    selection: () => selection,
    /** Returns the text of the last refusal or message of a command. */
    notice: () => notice,
    /** Returns the labels of the steps in the history. */
    steps: () => past.snapshots(history).map(({ label }) => label),
    canUndo: () => past.canUndo(history),
    selectAll: () => select(allSelectable(doc())),
    dragBox: (from: Point, to: Point) => select(boxSelection(doc(), from, to, { selection }) ?? selection),
    undo() {
      history = past.undo(history)
      select(selection)
    },
    redo() {
      history = past.redo(history)
    },
    ...dragsOf({
      doc,
      selection: () => selection,
      place(placements, label, cancel = false) {
        history = past.begin(history, label)
        run(transformLayers, { placements })
        history = cancel ? past.cancel(history) : past.commit(history)
      },
    }),
  }
}
