/** Pastes layers and pictures, from the browser's paste event or from the menu. */
import type { LocalFile } from '../../../adapters/platform'
import { layersMime, pageClipboard } from '../session/clipboard'
import type { Designer } from './context'
import { fetchedPictures, pastePictures } from './replace-picture'
import { distinctPictures, readTransfer, type Transferred, withPictures } from './transfer'

/** Returns the owner of copied layers' pictures: one account on one server. */
export const clipboardOwner = (username: string) => `${location.origin} ${username}`

/** Name of pasted pictures, which have none. */
const pastedName = '粘贴的图片.png'

/** Whether a pasted file may be a picture; its bytes decide where it has no type. */
const mayBePicture = ({ blob }: LocalFile) => blob.type === '' || blob.type.startsWith('image/')

/** Pastes what was copied last: layers, otherwise pictures. Returns false when nothing can be pasted. */
function paste(designer: Designer, text: string, { files, addresses }: Transferred): boolean {
  const { session, username } = designer
  const found = pageClipboard.readSystemText(text, clipboardOwner(username))
  const pictures = files.filter(mayBePicture)
  if (found === 'otherAccount') session.notify('warning', '这些图层来自另一个账号，图片无法使用，请重新上传图片')
  else if (found !== 'layers' && (pictures.length > 0 || addresses.length > 0)) {
    void (pictures.length > 0 ? distinctPictures(pictures, pastedName) : fetchedPictures(designer, addresses))
      .then((all) => (all.length > 0 ? pastePictures(designer, all) : undefined))
      .catch(() => session.notify('warning', '剪贴板里的图片读取不到，请重新复制'))
  } else if (found === 'text') session.notify('warning', '剪贴板里是文字，请用「添加文字」把它放到画布上')
  else return session.paste().ok
  return true
}

/** Pastes from the browser's event. */
export function pasteFromEvent(designer: Designer, transfer: DataTransfer | null): void {
  if (!transfer) return
  paste(designer, transfer.getData(layersMime) || transfer.getData('text/plain'), readTransfer(transfer, pastedName))
}

/** Pastes from the menu. Where the page may not read the system clipboard, it pastes what was copied in this page. */
export async function pasteFromSystem(designer: Designer): Promise<void> {
  const { session } = designer
  const found = await readSystem()
  const done = found ? paste(designer, found.text, found.transferred) : session.paste().ok
  if (!done) session.notify('warning', '请按 Ctrl+V 粘贴')
}

/** Returns null where the page has no permission or the browser no support. */
async function readSystem(): Promise<{ readonly text: string; readonly transferred: Transferred } | null> {
  try {
    const files: LocalFile[] = []
    const texts = { html: '', uriList: '', text: '' }
    for (const item of await navigator.clipboard.read()) {
      for (const type of item.types) {
        const blob = await item.getType(type)
        if (type.startsWith('image/')) files.push({ name: pastedName, blob })
        else if (type === 'text/plain') texts.text = await blob.text()
        else if (type === 'text/html') texts.html = await blob.text()
      }
    }
    return { text: texts.text, transferred: withPictures(files, texts) }
  } catch {
    return null
  }
}
