/** A designer without a screen: tests call what the seller does and check the document. */

import { transformLayers } from '../../../design/commands/transform'
import { byUuid, layersOf, movable } from '../../../design/model/queries'
import type { DesignDoc, Layer, Point } from '../../../design/model/types'
import { collectSnapTargets } from '../../../design/rules/guides'
import { planMove } from '../../../design/rules/move'
import type { LayerPlacement } from '../../../design/rules/placement'
import { planResize, planScale } from '../../../design/rules/resize'
import { planRotate } from '../../../design/rules/rotation'
import { layerAt } from '../../../design/rules/selection'
import type { Origin } from '../../../design/template/load'
import { type MemoryDrafts, memoryDrafts } from '../session/draft-store'
import { createKeyboard } from '../session/keyboard'
import { createSession } from '../session/session'
import type { KeyPress } from '../session/shortcuts'
import type { Session, SessionPorts, Timers } from '../session/types'

/** Timers that advance when the test says so. */
export function manualTimers(): Timers & { advance(ms: number): void; readonly waiting: () => number } {
  let now = 0
  let seq = 0
  const pending = new Map<number, { due: number; work: () => void }>()
  return {
    set(work, ms) {
      pending.set(++seq, { due: now + ms, work })
      return seq
    },
    clear(handle) {
      if (typeof handle === 'number') pending.delete(handle)
    },
    advance(ms) {
      now += ms
      for (const [key, { due, work }] of [...pending]) {
        if (due > now || !pending.delete(key)) continue
        work()
      }
    },
    waiting: () => pending.size,
  }
}

export interface Driver {
  readonly session: Session
  readonly drafts: MemoryDrafts
  readonly timers: ReturnType<typeof manualTimers>
  doc(): DesignDoc
  layer(uuid: string): Layer
  selection(): readonly string[]
  /** Text of the last notice. */
  notice(): string | null
  /** Clicks a layer by name, or whatever is at a point. */
  click(target: string | Point): void
  shiftClick(target: string | Point): void
  dragBox(from: Point, to: Point, options?: { readonly zoom?: number; readonly shift?: boolean }): boolean
  /** Drags the selection by so many document px as one gesture, with the snapping of the real canvas. */
  drag(dx: number, dy: number, options?: { readonly zoom?: number; readonly cancel?: boolean }): void
  /** Drags the rotate handle of the selection. */
  rotate(degrees: number): void
  /** Drags the bottom right handle of the selection until its box has this size. */
  resize(width: number, height: number): void
  /** One press and release. `'ctrl+shift+z'`, `'w'`, `'ArrowUp'`. */
  key(combination: string, focused?: KeyPress['focused']): boolean
  /** Holds a key: the press and `repeats` repetitions, then the release. */
  hold(combination: string, repeats: number): void
  undo(): boolean
  redo(): boolean
}

export function openDesigner(
  doc: DesignDoc,
  options: Partial<Omit<Origin, 'doc'>> & { readonly ports?: Partial<SessionPorts>; readonly onSave?: () => void } = {},
): Driver {
  const drafts = memoryDrafts()
  const timers = manualTimers()
  let ids = 0
  const ports: SessionPorts = { username: 'demo', drafts, timers, now: () => 1_000, uuid: () => `new-${++ids}`, ...options.ports }
  const { subject = 'template', templateId = 1, collectionId = 10, revision = 1 } = options
  const session = createSession({ subject, doc, templateId, collectionId, revision, ports })
  const keyboard = createKeyboard(session, { onSave: options.onSave })

  const selected = () => layersOf(session.getState().doc, session.getState().selection).filter(movable)
  const uuidOf = (target: string | Point) => (typeof target === 'string' ? target : layerAt(session.getState().doc, target))
  const gesture = (placements: readonly LayerPlacement[], label: string) => {
    session.begin(label)
    session.update(transformLayers, { placements })
    session.commit()
  }

  return {
    session,
    drafts,
    timers,
    doc: () => session.getState().doc,
    layer(uuid) {
      const layer = byUuid(session.getState().doc, uuid)
      if (!layer) throw new Error(`the document has no layer ${uuid}`)
      return layer
    },
    selection: () => session.getState().selection,
    notice: () => session.getState().notice?.text ?? null,
    click: (target) => session.click(uuidOf(target)),
    shiftClick: (target) => session.click(uuidOf(target), { shift: true }),
    dragBox: (from, to, box = {}) => session.selectBox(from, to, box),
    drag(dx, dy, { zoom, cancel = false } = {}) {
      const layers = selected()
      const field = collectSnapTargets(
        session.getState().doc,
        layers.map((layer) => layer.uuid),
      )
      const { placements } = planMove(layers, field, dx, dy, zoom)
      session.begin('移动图层')
      session.update(transformLayers, { placements })
      if (cancel) session.cancel()
      else session.commit()
    },
    rotate: (degrees) => gesture(planRotate(selected(), degrees), '旋转图层'),
    resize(width, height) {
      const layers = selected()
      const [first] = layers
      if (!first) return
      const placements =
        layers.length === 1
          ? [planResize(first, { width, height }, { x: 0, y: 0 })]
          : planScale(layers, width / first.width, { x: first.left, y: first.top })
      gesture(placements, '缩放图层')
    },
    key(combination, focused) {
      const used = keyboard.keyDown(pressOf(combination, focused))
      keyboard.keyUp(pressOf(combination))
      return used
    },
    hold(combination, repeats) {
      for (let i = 0; i <= repeats; i++) keyboard.keyDown(pressOf(combination))
      keyboard.keyUp(pressOf(combination))
    },
    undo: () => session.undo(),
    redo: () => session.redo(),
  }
}

function pressOf(combination: string, focused?: KeyPress['focused']): KeyPress {
  const parts = combination.split('+')
  // "ctrl++" means ctrl and the plus key.
  const key = combination.endsWith('+') ? '+' : (parts[parts.length - 1] ?? '')
  const mods = new Set(parts.slice(0, -1))
  return { key, ctrl: mods.has('ctrl'), meta: mods.has('meta'), shift: mods.has('shift'), alt: mods.has('alt'), focused }
}
