/** Keys → commands of a session. A key kept pressed is one step of undo. */
import type { Command } from '../../design/commands/command'
import { nudge, scaleStep } from '../../design/commands/transform'
import { neighbourOf } from '../../design/rules/selection'
import { layerActionOf } from './layer-actions'
import { type KeyAction, type KeyPress, keyName, type Shortcut, shortcutFor, type ViewActionId } from './shortcuts'
import type { Session } from './types'

export interface Keyboard {
  /** True when the press was used: the browser's own answer to it should then be prevented. */
  keyDown(press: KeyPress): boolean
  keyUp(release: Pick<KeyPress, 'key' | 'code'>): void
  /** The window lost the keyboard: no key counts as held any more. */
  blur(): void
}

export interface KeyboardOptions {
  /** What ctrl+s does. */
  readonly onSave?: () => void
  /** What happens on the screen only; true when it did. */
  readonly onView?: (action: ViewActionId) => boolean
  /**
   * Copy and cut are left to the browser's own events, which alone reach the system's clipboard. Pasting is never a key here:
   * the event tells whether a picture or copied layers are wanted, and preventing the key would prevent the event.
   */
  readonly clipboardEvents?: boolean
}

export function createKeyboard(session: Session, options: KeyboardOptions = {}): Keyboard {
  const held = new Set<string>()
  /** Label of the gesture that held keys opened; null when none is open. */
  let open: string | null = null

  const release = () => {
    held.clear()
    if (open !== null && session.getState().gesture === open) session.commit()
    open = null
  }

  const hold = <A>(key: string, command: Command<A>, args: A) => {
    const repeated = held.has(key)
    if (open !== command.label || session.getState().gesture !== open) {
      // Refused at the first press, a key stays silent until it is let go: one message, not thirty a second.
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
      // While the mouse drags, keys would edit a document the drag is about to replace: only giving up is answered.
      if (dragging && action.do !== 'escape' && action.do !== 'undo') return true
      if (action.do === 'nudge' || action.do === 'scale') return move({ ...shortcut, action }, keyName(press))
      return once(action, press)
    },
    keyUp(released) {
      const key = keyName(released)
      // macOS sends no key-up for keys let go while ⌘ is down, so ⌘ going up lets everything go.
      if (key === 'Meta' || key === 'Control') return release()
      held.delete(key)
      if (held.size === 0) release()
    },
    blur: release,
  }
}
