import { useEffect } from 'react'
import { isTyping } from '../commands/shortcuts'
import { createKeyboard } from '../session/keyboard'
import type { Designer } from './context'

function focusedElement() {
  const element = document.activeElement
  if (!element) return null
  return {
    tagName: element.tagName,
    type: element.getAttribute('type') ?? 'text',
    isContentEditable: element instanceof HTMLElement && element.isContentEditable,
    role: element.getAttribute('role'),
  }
}

/** A question is open, or a list of choices: the keys are its own. */
const isElsewhere = () =>
  document.querySelector('.arco-modal-wrapper:not([style*="display: none"]) .arco-modal') !== null ||
  document.activeElement?.closest('.designer-preview-form') != null

/** Keys, paste and drop of an open designer. */
export function useKeys({ session, uploads }: Designer, onSave: () => void): void {
  useEffect(() => {
    const keyboard = createKeyboard(session, { onSave })
    const down = (event: KeyboardEvent) => {
      // Drag-sorting by keyboard has taken the arrow keys already.
      if (event.defaultPrevented || isElsewhere()) return
      const { key, code, ctrlKey: ctrl, metaKey: meta, shiftKey: shift, altKey: alt, isComposing: composing } = event
      const used = keyboard.keyDown({ key, code, ctrl, meta, shift, alt, composing, focused: focusedElement() })
      if (used) event.preventDefault()
    }
    const up = (event: KeyboardEvent) => keyboard.keyUp(event)
    const paste = (event: ClipboardEvent) => {
      if (isElsewhere() || isTyping(focusedElement())) return
      const files = [...(event.clipboardData?.files ?? [])].filter((file) => file.type.startsWith('image/'))
      if (files.length > 0) uploads.add(files.map((file) => ({ name: file.name || '粘贴的图片.png', blob: file })))
      else session.paste()
      event.preventDefault()
    }
    addEventListener('keydown', down)
    addEventListener('keyup', up)
    addEventListener('blur', keyboard.blur)
    addEventListener('paste', paste)
    return () => {
      keyboard.blur()
      removeEventListener('keydown', down)
      removeEventListener('keyup', up)
      removeEventListener('blur', keyboard.blur)
      removeEventListener('paste', paste)
    }
  }, [session, uploads, onSave])
}
