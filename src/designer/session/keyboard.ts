/** Maps keys to commands of a session. A held key is one undo step. */
import type { Command } from '../../design/commands/command'
import { nudge, scaleStep } from '../../design/commands/transform'
import { neighbourOf } from '../../design/rules/selection'
import { layerActionOf } from './layer-actions'
import { type KeyAction, type KeyPress, keyName, type Shortcut, shortcutFor, type ViewActionId } from './shortcuts'
import type { Session } from './types'

export interface Keyboard {
  /** Returns true when the press was used; the caller should then prevent the browser's default. */
  keyDown(press: KeyPress): boolean
  keyUp(release: Pick<KeyPress, 'key' | 'code'>): void
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
  const held = new Set<string>()
  /** Label of the gesture that a held key opened; null when none is open. */
  let open: string | null = null

  const release = () => {
    held.clear()
    if (open !== null && session.getState().gesture === open) session.commit()
    open = null
  }

  const hold = <A>(key: string, command: Command<A>, args: A) => {
    const repeated = held.has(key)
    if (open !== command.label || session.getState().gesture !== open) {
      // A held key that was refused at its first press stays silent until it is released: one message, not thirty a second.
      if (repeated && open === null) return
      session.begin(command.label)
      open = command.label
    }
    held.add(key)
    if (!session.update(command, args).ok) {
      session.cancel()
      open = null
    }
  }

  const move = (shortcut: Shortcut & { action: KeyAction & { do: 'nudge' | 'scale' } }, key: string): boolean => {
    const uuids = session.getState().selection
    const { action } = shortcut
    if (uuids.length === 0) return action.do === 'scale' && action.zoom !== undefined && (options.onView?.(action.zoom) ?? false)
    if (action.do === 'nudge') hold(key, nudge, { uuids, dx: action.dx, dy: action.dy })
    else hold(key, scaleStep, { uuids, factor: action.factor })
    return true
  }

  const giveUp = (): boolean => {
    const { gesture, selection } = session.getState()
    if (gesture !== null) session.cancel()
    else if (selection.length > 0) session.select([])
    else return false
    return true
  }

  const cycle = (by: 1 | -1): boolean => {
    const { doc, selection } = session.getState()
    const next = neighbourOf(doc, selection, by)
    if (next === null) return false
    session.click(next)
    return true
  }

  const once = (action: Exclude<KeyAction, { do: 'nudge' | 'scale' }>, press: KeyPress): boolean => {
    switch (action.do) {
      case 'cycle':
        return press.focused?.isCanvas === true && cycle(action.by)
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
        return giveUp()
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
      const dragging = gesture !== null && gesture !== open
      // During a mouse drag keys would edit a document that the drag is about to replace, so only cancelling is allowed.
      if (dragging && action.do !== 'escape' && action.do !== 'undo') return true
      if (action.do === 'nudge' || action.do === 'scale') return move({ ...shortcut, action }, keyName(press))
      return once(action, press)
    },
    keyUp(released) {
      const key = keyName(released)
      // macOS sends no keyup for keys released while ⌘ is held, so releasing ⌘ releases all.
      if (key === 'Meta' || key === 'Control') return release()
      held.delete(key)
      if (held.size === 0) release()
    },
    blur: release,
  }
}
