import { psdText } from '../../../template-tools/psd/failure'
import { separatePsds } from '../../../template-tools/psd/psd-files'
import { toastHint } from '../../../ui/toast'
import type { DesignerUiState } from '../ui-state'
import type { UploadQueue } from '../upload-queue'

/** Wraps the upload queue: pictures are passed on, and a PSD among the chosen, dropped or pasted files opens its import. */
export function withPsd(queue: UploadQueue, uiState: Pick<DesignerUiState, 'psd'>): UploadQueue {
  return {
    ...queue,
    async add(files, goal) {
      const { psds, others: pictures } = await separatePsds(files)
      const [psd, more] = psds
      if (pictures.length > 0) queue.add(pictures, goal)
      if (!psd || uiState.psd.get() !== null) return
      if (more) toastHint(psdText.onlyFirst)
      uiState.psd.set({ file: psd })
    },
  }
}
