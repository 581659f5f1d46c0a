/** Pastes layers and pictures, from the browser's paste event or from the menu. */
import type { LocalFile } from '../../../adapters/platform'
import { pageClipboard } from '../session/clipboard'
import type { Designer } from './context'
import { pastePictures } from './replace-picture'

/** Returns the owner of copied layers' pictures: one account on one server. */
export const clipboardOwner = (username: string) => `${location.origin} ${username}`

/** Pastes what was copied last: layers, otherwise pictures. Returns false when nothing can be pasted. */
export function paste(designer: Designer, text: string, files: readonly LocalFile[]): boolean {
  const { session, username } = designer
  const found = pageClipboard.readSystemText(text, clipboardOwner(username))
  const pictures = files.filter(({ blob }) => blob.type.startsWith('image/'))
  if (found === 'otherAccount') session.notify('warning', '这些图层来自另一个账号，图片无法使用，请重新上传图片')
  else if (found !== 'layers' && pictures.length > 0) void pastePictures(designer, pictures)
  else if (found === 'text') session.notify('warning', '剪贴板里是文字，请用「添加文字」把它放到画布上')
  else return session.paste().ok
  return true
}

/** Pastes from the menu. Where the page may not read the system clipboard, it pastes what was copied in this page. */
export async function pasteFromSystem(designer: Designer): Promise<void> {
  const { session } = designer
  const found = await readSystem()
  const done = found ? paste(designer, found.text, found.files) : session.paste().ok
  if (!done) session.notify('warning', '请按 Ctrl+V 粘贴')
}

/** Returns null where the page has no permission or the browser no support. */
async function readSystem(): Promise<{ readonly text: string; readonly files: readonly LocalFile[] } | null> {
  try {
    const items = await navigator.clipboard.read()
    const files: LocalFile[] = []
    let text = ''
    for (const item of items) {
      for (const type of item.types) {
        if (type.startsWith('image/')) files.push({ name: '粘贴的图片.png', blob: await item.getType(type) })
        else if (type === 'text/plain') text = await (await item.getType(type)).text()
      }
    }
    return { text, files }
  } catch {
    return null
  }
}
