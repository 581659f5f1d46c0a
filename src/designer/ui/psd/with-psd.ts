import { psdText } from '../../../template-tools/psd/failure'
import { isPsdName } from '../../../template-tools/psd/names'
import { toastHint } from '../../../ui/toast'
import type { Desk } from '../desk'
import type { UploadQueue } from '../upload-queue'

/** Pictures go on as they did; a PSD among the chosen, dropped or pasted files opens its import. */
export function withPsd(queue: UploadQueue, desk: Pick<Desk, 'psd'>): UploadQueue {
  return {
    ...queue,
    add(files, goal) {
      const [psd, ...others] = files.filter((file) => isPsdName(file.name))
      const pictures = files.filter((file) => !isPsdName(file.name))
      if (pictures.length > 0) queue.add(pictures, goal)
      if (!psd || desk.psd.get() !== null) return
      if (others.length > 0) toastHint(psdText.onlyFirst)
      desk.psd.set({ file: psd })
    },
  }
}
