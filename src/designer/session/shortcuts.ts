/** The keyboard shortcuts as data. Callers that listen to the keyboard pass presses as plain values. */
import { type Direction, directions, largeStepFactor, scaleStep } from '../../../design/rules/key-steps'

/** The element that has the keyboard's focus. */
export interface FocusedElement {
  readonly tagName: string
  /** `type` of an input. */
  readonly type?: string
  readonly isContentEditable?: boolean
  readonly role?: string | null
  /** Only the page or the canvas has the focus: then Tab goes from layer to layer. */
  readonly isCanvas?: boolean
}

export interface KeyPress {
  /** As `KeyboardEvent.key`. */
  readonly key: string
  /** As `KeyboardEvent.code`; identifies letter keys on non-Latin keyboard layouts. */
  readonly code?: string
  readonly ctrl?: boolean
  readonly meta?: boolean
  readonly shift?: boolean
  readonly alt?: boolean
  /** An input method is composing, and the key belongs to it. */
  readonly composing?: boolean
  readonly focused?: FocusedElement | null
}

/** Actions on the selected layers; layer-actions.ts performs them. */
export type LayerActionId =
  | 'copy'
  | 'cut'
  | 'paste'
  | 'duplicate'
  | 'remove'
  | 'selectAll'
  | 'group'
  | 'ungroup'
  | 'up'
  | 'down'
  | 'top'
  | 'bottom'
  | 'flipHorizontal'
  | 'flipVertical'
  | 'lock'
  | 'hide'
  | 'background'
  | 'detach'
  | 'bringBack'
  | 'alignLeft'
  | 'alignCentre'
  | 'alignRight'
  | 'alignTop'
  | 'alignMiddle'
  | 'alignBottom'
  | 'spreadHorizontal'
  | 'spreadVertical'
/** Actions on the view: they do not change the document. */
export type ViewActionId =
  | 'copyStyle'
  | 'pasteStyle'
  | 'rename'
  | 'replacePicture'
  | 'menu'
  | 'help'
  | 'zoomIn'
  | 'zoomOut'
  | 'zoomActual'
  | 'zoomFit'
  | 'zoomSelection'
  | 'toggleRulers'
  | 'toggleGrid'
  | 'toggleSnap'
  | 'toggleShade'
  | 'findLayer'
  | 'makeComponent'
  | 'editComponent'

export type KeyAction =
  | { readonly do: 'nudge'; readonly dx: number; readonly dy: number }
  /** Without a selection it zooms the canvas if `zoom` is set. */
  | { readonly do: 'scale'; readonly factor: number; readonly zoom?: ViewActionId }
  | { readonly do: 'cycle'; readonly step: 1 | -1 }
  | { readonly do: 'undo' | 'redo' | 'escape' | 'save' }
  | { readonly do: 'layers'; readonly action: LayerActionId }
  | { readonly do: 'view'; readonly action: ViewActionId }

export interface Shortcut {
  /** Lower-case letter or `KeyboardEvent.key` names. */
  readonly keys: readonly string[]
  /** Ctrl, or ⌘ on a Mac, must be held; without it neither may. */
  readonly mod: boolean
  readonly shift: boolean
  readonly alt: boolean
  readonly action: KeyAction
  /** The key repeats while held, and the whole press is one undo step. */
  readonly repeats: boolean
  /** For the shortcut sheet, Chinese. */
  readonly text: string
}

function shortcut(keys: string, text: string, action: KeyAction, more: Partial<Shortcut> = {}): Shortcut {
  return { keys: keys.split(' '), mod: false, shift: false, alt: false, repeats: false, text, action, ...more }
}

function nudgeShortcut(keys: string, text: string, direction: Direction): Shortcut {
  return shortcut(keys, text, { do: 'nudge', ...directions[direction] }, { repeats: true })
}

function largeNudgeShortcut(key: string, text: string, direction: Direction): Shortcut {
  const { dx, dy } = directions[direction]
  return shortcut(key, text, { do: 'nudge', dx: dx * largeStepFactor, dy: dy * largeStepFactor }, { shift: true, repeats: true })
}

function layerShortcut(keys: string, text: string, id: LayerActionId, more: Partial<Shortcut> = {}): Shortcut {
  return shortcut(keys, text, { do: 'layers', action: id }, more)
}

function viewShortcut(keys: string, text: string, id: ViewActionId, more: Partial<Shortcut> = {}): Shortcut {
  return shortcut(keys, text, { do: 'view', action: id }, more)
}

const bigger = { do: 'scale', factor: scaleStep.up } as const
const smaller = { do: 'scale', factor: scaleStep.down } as const

export const shortcuts: readonly Shortcut[] = [
  nudgeShortcut('w ArrowUp', '上移 1 像素', 'up'),
  nudgeShortcut('s ArrowDown', '下移 1 像素', 'down'),
  nudgeShortcut('a ArrowLeft', '左移 1 像素', 'left'),
  nudgeShortcut('d ArrowRight', '右移 1 像素', 'right'),
  shortcut('e', '放大', bigger, { repeats: true }),
  largeNudgeShortcut('ArrowUp', '上移 10 像素', 'up'),
  largeNudgeShortcut('ArrowDown', '下移 10 像素', 'down'),
  largeNudgeShortcut('ArrowLeft', '左移 10 像素', 'left'),
  largeNudgeShortcut('ArrowRight', '右移 10 像素', 'right'),
  shortcut('= +', '放大', { ...bigger, zoom: 'zoomIn' }, { mod: true, repeats: true }),
  // Most keyboards type "+" with shift; ctrl and that key still means "equals".
  shortcut('= +', '放大', { ...bigger, zoom: 'zoomIn' }, { mod: true, shift: true, repeats: true }),
  shortcut('r', '缩小', smaller, { repeats: true }),
  shortcut('- _', '缩小', { ...smaller, zoom: 'zoomOut' }, { mod: true, repeats: true }),
  shortcut('z', '撤销', { do: 'undo' }, { mod: true }),
  shortcut('z', '重做', { do: 'redo' }, { mod: true, shift: true }),
  shortcut('y', '重做', { do: 'redo' }, { mod: true }),
  layerShortcut('Delete Backspace', '删除图层', 'remove'),
  layerShortcut('c', '复制', 'copy', { mod: true }),
  layerShortcut('x', '剪切', 'cut', { mod: true }),
  layerShortcut('v', '粘贴', 'paste', { mod: true }),
  layerShortcut('d', '创建副本', 'duplicate', { mod: true }),
  layerShortcut('a', '全选', 'selectAll', { mod: true }),
  layerShortcut('g', '组合', 'group', { mod: true }),
  layerShortcut('g', '取消组合', 'ungroup', { mod: true, shift: true }),
  layerShortcut(']', '上移一层', 'up', { mod: true }),
  layerShortcut('] 】', '上移一层', 'up'),
  layerShortcut('[', '下移一层', 'down', { mod: true }),
  layerShortcut('[ 【', '下移一层', 'down'),
  layerShortcut('] }', '移到最顶层', 'top', { mod: true, shift: true }),
  layerShortcut('[ {', '移到最底层', 'bottom', { mod: true, shift: true }),
  layerShortcut('l', '锁定或解锁', 'lock', { mod: true, shift: true }),
  layerShortcut('h', '隐藏或显示', 'hide', { mod: true, shift: true }),
  layerShortcut('h', '水平翻转', 'flipHorizontal', { shift: true }),
  layerShortcut('v', '垂直翻转', 'flipVertical', { shift: true }),
  layerShortcut('a', '左对齐', 'alignLeft', { alt: true }),
  layerShortcut('h', '水平居中', 'alignCentre', { alt: true }),
  layerShortcut('d', '右对齐', 'alignRight', { alt: true }),
  layerShortcut('w', '顶部对齐', 'alignTop', { alt: true }),
  layerShortcut('v', '垂直居中', 'alignMiddle', { alt: true }),
  layerShortcut('s', '底部对齐', 'alignBottom', { alt: true }),
  layerShortcut('h', '水平等距分布', 'spreadHorizontal', { alt: true, shift: true }),
  layerShortcut('v', '垂直等距分布', 'spreadVertical', { alt: true, shift: true }),
  viewShortcut('c', '复制样式', 'copyStyle', { mod: true, alt: true }),
  viewShortcut('v', '粘贴样式', 'pasteStyle', { mod: true, alt: true }),
  viewShortcut('k', '设为组件', 'makeComponent', { mod: true, alt: true }),
  layerShortcut('b', '脱离组件', 'detach', { mod: true, alt: true }),
  viewShortcut('F2', '重命名图层', 'rename'),
  viewShortcut('f', '按名称查找图层', 'findLayer', { mod: true }),
  viewShortcut('F10', '打开菜单', 'menu', { shift: true }),
  viewShortcut('ContextMenu', '打开菜单', 'menu'),
  viewShortcut('Digit0', '画布缩放到 100%', 'zoomActual', { shift: true }),
  viewShortcut('1', '画布缩放到 100%', 'zoomActual', { mod: true }),
  viewShortcut('Digit1', '画布适应窗口', 'zoomFit', { shift: true }),
  viewShortcut('0', '画布适应窗口', 'zoomFit', { mod: true }),
  viewShortcut('Digit2', '画布放大到所选图层', 'zoomSelection', { shift: true }),
  viewShortcut('r', '显示或隐藏标尺与参考线', 'toggleRulers', { shift: true }),
  viewShortcut('g', '显示或隐藏网格', 'toggleGrid', { shift: true }),
  viewShortcut('s', '开启或关闭吸附', 'toggleSnap', { shift: true }),
  viewShortcut('o', '标出不会印出或被镜头挡住的部分', 'toggleShade', { shift: true }),
  shortcut('Tab', '选择上面一个图层', { do: 'cycle', step: 1 }),
  shortcut('Tab', '选择下面一个图层', { do: 'cycle', step: -1 }, { shift: true }),
  viewShortcut('? ？', '查看快捷键', 'help', { shift: true }),
  shortcut('s', '保存', { do: 'save' }, { mod: true }),
  shortcut('Escape', '取消操作或取消选择', { do: 'escape' }),
]

/** Returns the shortcut of a press; null for none, and for every press while the seller types in a field. */
export function shortcutFor(press: KeyPress): Shortcut | null {
  if (press.composing || press.key === 'Process') return null
  const mod = Boolean(press.ctrl || press.meta)
  if (isTyping(press.focused, mod)) return null
  const key = keyName(press)
  // A digit with shift writes a different character on every layout, so its key code identifies it.
  const names = press.code?.startsWith('Digit') ? [key, press.code] : [key]
  // Escape works with any modifier held: Alt of a drag that copies, Shift of a straight one.
  const modifiersMatch = (one: Shortcut) =>
    one.action.do === 'escape' || (one.mod === mod && one.shift === Boolean(press.shift) && one.alt === Boolean(press.alt))
  return shortcuts.find((one) => modifiersMatch(one) && one.keys.some((name) => names.includes(name))) ?? null
}

const keySymbols: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ContextMenu: '菜单键',
}

/** Returns the first key of a shortcut as text for sellers, such as Ctrl+Shift+G. */
export function keysText({ keys: [key = ''], mod, shift, alt }: Pick<Shortcut, 'keys' | 'mod' | 'shift' | 'alt'>): string {
  const name = keySymbols[key] ?? key.replace(/^Digit/, '')
  const typed = name === '?' ? '?' : name.length === 1 ? name.toUpperCase() : name
  const held = [mod ? 'Ctrl' : '', alt ? 'Alt' : '', shift && typed !== '?' ? 'Shift' : '']
  return [...held.filter(Boolean), typed].join('+')
}

/** Returns the key of an action for menus and hints; empty where it has none. */
export function keysOf(id: LayerActionId | ViewActionId): string {
  const found = shortcuts.find(({ action }) => (action.do === 'layers' || action.do === 'view') && action.action === id)
  return found ? keysText(found) : ''
}

/** Whether a press would zoom the whole page, which the designer always prevents, whatever has the focus. */
export function zoomsPage({ key, ctrl, meta }: KeyPress): boolean {
  return Boolean(ctrl || meta) && ['=', '+', '-', '_', '0'].includes(key)
}

/** Input types that no text is typed into, so that the designer may use their keys. */
const keylessInputs = new Set(['button', 'checkbox', 'color', 'file', 'image', 'reset', 'submit'])

/** Input types that use keys but take no text: Ctrl+Z after moving a slider means the design. */
const valueInputs = new Set(['radio', 'range'])

/**
 * Whether keys belong to the focused element: w, a, s, d and the arrows have another meaning in a field. `mod` is whether Ctrl
 * or ⌘ is held.
 */
export function isTyping(focused: FocusedElement | null | undefined, mod = false): boolean {
  if (!focused) return false
  const tag = focused.tagName.toUpperCase()
  if (tag === 'INPUT' && mod && valueInputs.has(focused.type ?? '')) return false
  if (tag === 'INPUT') return !keylessInputs.has((focused.type ?? 'text').toLowerCase())
  if (tag === 'TEXTAREA' || tag === 'SELECT' || focused.isContentEditable) return true
  return ['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'listbox', 'menu'].includes(focused.role ?? '')
}

/** Makes letters independent of caps lock and layout: a non-Latin letter is replaced by the letter printed on its key. */
export function keyName(press: Pick<KeyPress, 'key' | 'code'>): string {
  const { key } = press
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  const letter = /^Key([A-Z])$/.exec(press.code ?? '')
  // Only non-ASCII characters are letters of another script; "!" on KeyA of some layout is meant as "!".
  if (letter?.[1] && key.length === 1 && key.charCodeAt(0) > 127) return letter[1].toLowerCase()
  return key
}
