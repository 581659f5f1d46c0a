/** The older method without navigator.clipboard; the only one that works in frames and on plain http. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  // Invisible, and at a position where focusing it does not scroll.
  field.style.cssText = 'position:fixed;top:0;left:0;opacity:0'
  // A dialog takes the focus back from elements outside of it.
  const container = document.activeElement?.closest('[role=dialog]') ?? document.body
  const previousFocus = document.activeElement
  container.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } finally {
    field.remove()
    if (previousFocus instanceof HTMLElement) previousFocus.focus()
  }
}

/** Copies a text to the clipboard; false when the page is not allowed to. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // The API is absent or not allowed, so the older method is used.
    return copyBySelection(text)
  }
}
