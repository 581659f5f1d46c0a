/** A designer without a screen: tests call what the seller does and check the document. */

import { transformLayers } from '../../../design/commands/transform'
import type { DesignDoc, Layer, Point } from '../../../design/model/types'
import { layerAt } from '../../../design/rules/selection'
import type { Origin } from '../../../design/template/load'
import { type Drags, dragsOf, layerIn } from '../../../design/test/driver'
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

export interface Driver extends Drags {
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

  const uuidOf = (target: string | Point) => (typeof target === 'string' ? target : layerAt(session.getState().doc, target))

  return {
    session,
    drafts,
    timers,
    doc: () => session.getState().doc,
    layer: (uuid) => layerIn(session.getState().doc, uuid),
    selection: () => session.getState().selection,
    notice: () => session.getState().notice?.text ?? null,
    click: (target) => session.click(uuidOf(target)),
    shiftClick: (target) => session.click(uuidOf(target), { shift: true }),
    dragBox: (from, to, box = {}) => session.selectBox(from, to, box),
    ...dragsOf({
      doc: () => session.getState().doc,
      selection: () => session.getState().selection,
      place(placements, label, cancel = false) {
        session.begin(label)
        session.update(transformLayers, { placements })
        if (cancel) session.cancel()
        else session.commit()
      },
    }),
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
