/** The way before navigator.clipboard, and still the only one in frames and on plain http. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  // Where it cannot be seen, and where focusing it scrolls nothing.
  field.style.cssText = 'position:fixed;top:0;left:0;opacity:0'
  // A dialog takes the focus back from what is outside of it.
  const home = document.activeElement?.closest('[role=dialog]') ?? document.body
  const before = document.activeElement
  home.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}

/** Puts a text on the clipboard; false where the page may not. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Not there, or not allowed: by the older way.
    return copyBySelection(text)
  }
}
