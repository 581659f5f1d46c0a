import { useEffect } from 'react'
import { layersMime, pageClipboard } from '../session/clipboard'
import { createKeyboard } from '../session/keyboard'
import { isTyping, zoomsPage } from '../session/shortcuts'
import type { Designer } from './context'
import { clipboardOwner, pasteFromEvent } from './pasting'
import { enterDesigner } from './use-kept-focus'
import { useViewActions } from './use-view-actions'

function focusedElement() {
  const element = document.activeElement
  if (!element) return { tagName: 'BODY', isCanvas: false }
  return {
    tagName: element.tagName,
    type: element.getAttribute('type') ?? 'text',
    isContentEditable: element instanceof HTMLElement && element.isContentEditable,
    role: element.getAttribute('role'),
    isCanvas: element.hasAttribute('data-designer-canvas'),
  }
}

/** Live, so that a key pressed while hundreds of layers are listed searches nothing. */
const dialogs = document.getElementsByClassName('arco-modal')

/** Whether a dialog, menu or list of choices is open, which uses the keys itself. */
const isHandledElsewhere = () =>
  [...dialogs].some((dialog) => dialog.closest('.arco-modal-wrapper:not([style*="display: none"])')) ||
  document.activeElement?.closest('.designer-preview-form, [role=menu]') != null

/** Selected text of the page is what the seller means to copy. */
const hasTextSelection = () => document.getSelection()?.isCollapsed === false

/** Handles keys, copy, cut and paste of an open designer. */
export function useKeys(designer: Designer, onSave: () => void): void {
  const { session, username } = designer
  const onView = useViewActions(designer)
  useEffect(() => {
    const keyboard = createKeyboard(session, { onSave, onView, clipboardEvents: true })
    const owner = clipboardOwner(username)
    const down = (event: KeyboardEvent) => {
      // Drag-sorting by keyboard has used the arrow keys already.
      if (event.defaultPrevented || isHandledElsewhere()) return
      if (event.key === 'Tab') enterDesigner()
      const { key, code, ctrlKey: ctrl, metaKey: meta, shiftKey: shift, altKey: alt, isComposing: composing } = event
      const press = { key, code, ctrl, meta, shift, alt, composing, focused: focusedElement() }
      if (keyboard.keyDown(press) || zoomsPage(press)) event.preventDefault()
    }
    const up = (event: KeyboardEvent) => keyboard.keyUp(event)
    const copy = (event: ClipboardEvent) => {
      if (isHandledElsewhere() || isTyping(focusedElement()) || hasTextSelection()) return
      // A drag under way is about to replace the layers that would be cut.
      if (session.getState().gesture !== null) return
      const used = event.type === 'cut' ? session.cut().ok : session.copy()
      if (!used) return
      const text = pageClipboard.text(owner)
      event.clipboardData?.setData(layersMime, text)
      event.clipboardData?.setData('text/plain', text)
      event.preventDefault()
    }
    const onPaste = (event: ClipboardEvent) => {
      if (isHandledElsewhere() || isTyping(focusedElement())) return
      event.preventDefault()
      pasteFromEvent(designer, event.clipboardData)
    }
    addEventListener('keydown', down)
    addEventListener('keyup', up)
    addEventListener('blur', keyboard.blur)
    addEventListener('copy', copy)
    addEventListener('cut', copy)
    addEventListener('paste', onPaste)
    return () => {
      keyboard.blur()
      removeEventListener('keydown', down)
      removeEventListener('keyup', up)
      removeEventListener('blur', keyboard.blur)
      removeEventListener('copy', copy)
      removeEventListener('cut', copy)
      removeEventListener('paste', onPaste)
    }
  }, [designer, session, username, onSave, onView])
}
