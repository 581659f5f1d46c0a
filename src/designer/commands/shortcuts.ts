/** The keys, as data: which press means what. Whoever listens to the keyboard hands presses in as plain values. */
import { type Direction, directions } from '../rules/nudge'
import { scaleStep } from '../rules/scale'

/** What has the keyboard's focus. */
export interface FocusedElement {
  readonly tagName: string
  /** `type` of an input. */
  readonly type?: string
  readonly isContentEditable?: boolean
  readonly role?: string | null
}

export interface KeyPress {
  /** As `KeyboardEvent.key`. */
  readonly key: string
  /** As `KeyboardEvent.code`; finds letters on keyboards that do not write Latin. */
  readonly code?: string
  readonly ctrl?: boolean
  readonly meta?: boolean
  readonly shift?: boolean
  readonly alt?: boolean
  /** An input method is composing: the keys are its own. */
  readonly composing?: boolean
  readonly focused?: FocusedElement | null
}

export type KeyAction =
  | { readonly do: 'nudge'; readonly dx: number; readonly dy: number }
  | { readonly do: 'scale'; readonly factor: number }
  | { readonly do: 'undo' | 'redo' | 'remove' | 'copy' | 'cut' | 'paste' | 'duplicate' | 'selectAll' | 'escape' | 'save' }

export interface Shortcut {
  /** Lower-case letter or `KeyboardEvent.key` names. */
  readonly keys: readonly string[]
  /** Ctrl, or ⌘ on a Mac, must be held; without it neither may. */
  readonly mod: boolean
  readonly shift: boolean
  readonly action: KeyAction
  /** Kept pressed it repeats, and the whole press is one step of undo. */
  readonly holds: boolean
  /** For the shortcut sheet, Chinese. */
  readonly text: string
}

function shortcut(keys: string, text: string, action: KeyAction, more: Partial<Shortcut> = {}): Shortcut {
  return { keys: keys.split(' '), mod: false, shift: false, holds: false, text, action, ...more }
}

function nudging(keys: string, text: string, direction: Direction): Shortcut {
  return shortcut(keys, text, { do: 'nudge', ...directions[direction] }, { holds: true })
}

const bigger: KeyAction = { do: 'scale', factor: scaleStep.up }
const smaller: KeyAction = { do: 'scale', factor: scaleStep.down }

export const shortcuts: readonly Shortcut[] = [
  nudging('w ArrowUp', '上移 1 像素', 'up'),
  nudging('s ArrowDown', '下移 1 像素', 'down'),
  nudging('a ArrowLeft', '左移 1 像素', 'left'),
  nudging('d ArrowRight', '右移 1 像素', 'right'),
  shortcut('e', '放大', bigger, { holds: true }),
  shortcut('= +', '放大', bigger, { mod: true, holds: true }),
  // "+" is typed with shift on most keyboards; ctrl and that key still means "equals".
  shortcut('= +', '放大', bigger, { mod: true, shift: true, holds: true }),
  shortcut('r', '缩小', smaller, { holds: true }),
  shortcut('-', '缩小', smaller, { mod: true, holds: true }),
  shortcut('z', '撤销', { do: 'undo' }, { mod: true }),
  shortcut('z', '重做', { do: 'redo' }, { mod: true, shift: true }),
  shortcut('Delete Backspace', '删除图层', { do: 'remove' }),
  shortcut('c', '复制', { do: 'copy' }, { mod: true }),
  shortcut('x', '剪切', { do: 'cut' }, { mod: true }),
  shortcut('v', '粘贴', { do: 'paste' }, { mod: true }),
  shortcut('d', '创建副本', { do: 'duplicate' }, { mod: true }),
  shortcut('a', '全选', { do: 'selectAll' }, { mod: true }),
  shortcut('s', '保存', { do: 'save' }, { mod: true }),
  shortcut('Escape', '取消操作或取消选择', { do: 'escape' }),
]

/** The shortcut a press means; null for none, and for every press while the seller types somewhere. */
export function shortcutFor(press: KeyPress): Shortcut | null {
  if (press.composing || press.alt || press.key === 'Process' || isTyping(press.focused)) return null
  const mod = Boolean(press.ctrl || press.meta)
  const key = keyName(press)
  return shortcuts.find((one) => one.mod === mod && one.shift === Boolean(press.shift) && one.keys.includes(key)) ?? null
}

/** Inputs whose keys the designer may take: nothing is typed into them. */
const keylessInputs = new Set(['button', 'checkbox', 'color', 'file', 'image', 'reset', 'submit'])

/** Whether keys belong to the focused element: w, a, s, d and the arrows mean something else in a field. */
export function isTyping(focused: FocusedElement | null | undefined): boolean {
  if (!focused) return false
  const tag = focused.tagName.toUpperCase()
  if (tag === 'INPUT') return !keylessInputs.has((focused.type ?? 'text').toLowerCase())
  if (tag === 'TEXTAREA' || tag === 'SELECT' || focused.isContentEditable) return true
  return ['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'listbox', 'menu'].includes(focused.role ?? '')
}

/** Caps lock and non-Latin layouts must not matter: a letter is the key it stands on unless it is a Latin letter itself. */
export function keyName(press: Pick<KeyPress, 'key' | 'code'>): string {
  const { key } = press
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  const letter = /^Key([A-Z])$/.exec(press.code ?? '')
  // Only a character that is no ASCII is a letter of another script; "!" on KeyA of some layout is meant as "!".
  if (letter?.[1] && key.length === 1 && key.charCodeAt(0) > 127) return letter[1].toLowerCase()
  return key
}
