/** Maps keys to commands of a session. A held key is one undo step. */
import type { Command } from '../../../design/commands/command'
import { nudge, scaleStep } from '../../../design/commands/transform'
import { neighbourOf } from '../../../design/rules/selection'
import { layerActionOf } from './layer-actions'
import { type KeyAction, type KeyPress, keyName, type Shortcut, shortcutFor, type ViewActionId } from './shortcuts'
import type { Session } from './types'

export interface Keyboard {
  /** Returns true when the press was used; the caller should then prevent the browser's default. */
  keyDown(press: KeyPress): boolean
  keyUp(released: Pick<KeyPress, 'key' | 'code'>): void
  /** Call it when the window loses the focus: no key counts as held any more. */
  blur(): void
}

export interface KeyboardOptions {
  /** Called for ctrl+s. */
  readonly onSave?: () => void
  /** Performs an action on the view; returns whether it did anything. */
  readonly onView?: (action: ViewActionId) => boolean
  /**
   * When true, copy and cut are left to the browser's events, which alone can write the system clipboard. Paste is never handled
   * as a key: only its event says whether pictures or copied layers are wanted, and preventing the key would prevent the event.
   */
  readonly clipboardEvents?: boolean
}

export function createKeyboard(session: Session, options: KeyboardOptions = {}): Keyboard {
  const heldKeys = new Set<string>()
  /** Label of the gesture that a held key opened; null when none is open. */
  let openGesture: string | null = null

  const endHold = () => {
    heldKeys.clear()
    if (openGesture !== null && session.getState().gesture === openGesture) session.commit()
    openGesture = null
  }

  const runHeld = <A>(key: string, command: Command<A>, args: A) => {
    const repeated = heldKeys.has(key)
    if (openGesture !== command.label || session.getState().gesture !== openGesture) {
      // A held key that was refused at its first press stays silent until it is released: one message, not thirty a second.
      if (repeated && openGesture === null) return
      session.begin(command.label)
      openGesture = command.label
    }
    heldKeys.add(key)
    if (!session.update(command, args).ok) {
      session.cancel()
      openGesture = null
    }
  }

  const nudgeOrScale = (shortcut: Shortcut & { action: KeyAction & { do: 'nudge' | 'scale' } }, key: string): boolean => {
    const uuids = session.getState().selection
    const { action } = shortcut
    if (uuids.length === 0) return action.do === 'scale' && action.zoom !== undefined && (options.onView?.(action.zoom) ?? false)
    if (action.do === 'nudge') runHeld(key, nudge, { uuids, dx: action.dx, dy: action.dy })
    else runHeld(key, scaleStep, { uuids, factor: action.factor })
    return true
  }

  const cancelOrDeselect = (): boolean => {
    const { gesture, selection } = session.getState()
    if (gesture !== null) session.cancel()
    else if (selection.length > 0) session.select([])
    else return false
    return true
  }

  const cycle = (step: 1 | -1): boolean => {
    const { doc, selection } = session.getState()
    const next = neighbourOf(doc, selection, step)
    if (next === null) return false
    session.click(next)
    return true
  }

  const runOnce = (action: Exclude<KeyAction, { do: 'nudge' | 'scale' }>, press: KeyPress): boolean => {
    switch (action.do) {
      case 'cycle':
        return press.focused?.isCanvas === true && cycle(action.step)
      case 'undo':
        session.undo()
        return true
      case 'redo':
        session.redo()
        return true
      case 'save':
        options.onSave?.()
        return true
      case 'escape':
        return cancelOrDeselect()
      case 'view':
        return options.onView?.(action.action) ?? false
      case 'layers':
        if (action.action === 'paste') return false
        if (options.clipboardEvents && (action.action === 'copy' || action.action === 'cut')) return false
        return layerActionOf(action.action).perform(session) || action.action === 'duplicate'
    }
  }

  return {
    keyDown(press) {
      const shortcut = shortcutFor(press)
      if (!shortcut) return false
      const { action } = shortcut
      const { gesture } = session.getState()
      const dragging = gesture !== null && gesture !== openGesture
      // During a mouse drag keys would edit a document that the drag is about to replace, so only cancelling is allowed.
      if (dragging && action.do !== 'escape' && action.do !== 'undo') return true
      if (action.do === 'nudge' || action.do === 'scale') return nudgeOrScale({ ...shortcut, action }, keyName(press))
      return runOnce(action, press)
    },
    keyUp(released) {
      const key = keyName(released)
      // macOS sends no keyup for keys released while ⌘ is held, so releasing ⌘ releases all.
      if (key === 'Meta' || key === 'Control') return endHold()
      heldKeys.delete(key)
      if (heldKeys.size === 0) endHold()
    },
    blur: endHold,
  }
}
