import { useEffect } from 'react'
import { isTyping, zoomsPage } from '../commands/shortcuts'
import { layersMime, pageClipboard } from '../session/clipboard'
import { createKeyboard } from '../session/keyboard'
import type { Designer } from './context'
import { useViewDeeds } from './use-view-deeds'

function focusedElement() {
  const element = document.activeElement
  if (!element) return { tagName: 'BODY', isCanvas: true }
  return {
    tagName: element.tagName,
    type: element.getAttribute('type') ?? 'text',
    isContentEditable: element instanceof HTMLElement && element.isContentEditable,
    role: element.getAttribute('role'),
    isCanvas: element === document.body || element.hasAttribute('data-designer-canvas') || element.matches('.arco-drawer'),
  }
}

/** A question or menu is open, or a list of choices: the keys are its own. */
const isElsewhere = () =>
  document.querySelector('.arco-modal-wrapper:not([style*="display: none"]) .arco-modal') !== null ||
  document.activeElement?.closest('.designer-preview-form, [role=menu]') != null

/** Words marked on the page are what the seller means to copy. */
const isTextMarked = () => document.getSelection()?.isCollapsed === false

/** Whose pictures copied layers are: the files of one account on one server. */
export const clipboardOwner = (username: string) => `${location.origin} ${username}`

/** Keys, copy, cut and paste of an open designer. */
export function useKeys(designer: Designer, onSave: () => void): void {
  const { session, uploads, username } = designer
  const onView = useViewDeeds(designer)
  useEffect(() => {
    const keyboard = createKeyboard(session, { onSave, onView, clipboardEvents: true })
    const owner = clipboardOwner(username)
    const down = (event: KeyboardEvent) => {
      // Drag-sorting by keyboard has taken the arrow keys already.
      if (event.defaultPrevented || isElsewhere()) return
      const { key, code, ctrlKey: ctrl, metaKey: meta, shiftKey: shift, altKey: alt, isComposing: composing } = event
      const press = { key, code, ctrl, meta, shift, alt, composing, focused: focusedElement() }
      if (keyboard.keyDown(press) || zoomsPage(press)) event.preventDefault()
    }
    const up = (event: KeyboardEvent) => keyboard.keyUp(event)
    const copy = (event: ClipboardEvent) => {
      if (isElsewhere() || isTyping(focusedElement()) || isTextMarked()) return
      // A drag under way is about to replace what would be cut.
      if (session.getState().gesture !== null) return
      const used = event.type === 'cut' ? session.cut().ok : session.copy()
      if (!used) return
      const text = pageClipboard.text(owner)
      event.clipboardData?.setData(layersMime, text)
      event.clipboardData?.setData('text/plain', text)
      event.preventDefault()
    }
    const paste = (event: ClipboardEvent) => {
      if (isElsewhere() || isTyping(focusedElement())) return
      event.preventDefault()
      const data = event.clipboardData
      const taken = pageClipboard.take(data?.getData(layersMime) || data?.getData('text/plain') || '', owner)
      const files = [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'))
      if (taken === 'other') session.notify('warning', '这些图层来自另一个账号，图片无法使用，请重新上传图片')
      else if (taken !== 'taken' && files.length > 0) {
        uploads.add(files.map((file) => ({ name: file.name || '粘贴的图片.png', blob: file })))
      } else if (taken === 'text') session.notify('warning', '剪贴板里是文字，请用「添加文字」把它放到画布上')
      else session.paste()
    }
    addEventListener('keydown', down)
    addEventListener('keyup', up)
    addEventListener('blur', keyboard.blur)
    addEventListener('copy', copy)
    addEventListener('cut', copy)
    addEventListener('paste', paste)
    return () => {
      keyboard.blur()
      removeEventListener('keydown', down)
      removeEventListener('keyup', up)
      removeEventListener('blur', keyboard.blur)
      removeEventListener('copy', copy)
      removeEventListener('cut', copy)
      removeEventListener('paste', paste)
    }
  }, [session, uploads, username, onSave, onView])
}
