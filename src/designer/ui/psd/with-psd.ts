import { psdText } from '../../../template-tools/psd/failure'
import { isPsdName } from '../../../template-tools/psd/names'
import { toastHint } from '../../../ui/toast'
import type { DesignerUiState } from '../ui-state'
import type { UploadQueue } from '../upload-queue'

/** Wraps the upload queue: pictures are passed on, and a PSD among the chosen, dropped or pasted files opens its import. */
export function withPsd(queue: UploadQueue, uiState: Pick<DesignerUiState, 'psd'>): UploadQueue {
  return {
    ...queue,
    add(files, goal) {
      const [psd, ...others] = files.filter((file) => isPsdName(file.name))
      const pictures = files.filter((file) => !isPsdName(file.name))
      if (pictures.length > 0) queue.add(pictures, goal)
      if (!psd || uiState.psd.get() !== null) return
      if (others.length > 0) toastHint(psdText.onlyFirst)
      uiState.psd.set({ file: psd })
    },
  }
}
