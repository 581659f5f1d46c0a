/** The steps of an upload to the picture space: 1 store config, 2 transfer, 3 file save. */
export type UploadStep = 1 | 2 | 3

export interface UploadPauses {
  /** Pauses the next upload after this step. Resolves when it is paused, with a function that resumes it. */
  pauseUpload(step: UploadStep): Promise<() => void>
  /** An upload awaits this after each step. */
  afterStep(step: UploadStep): Promise<void>
}

/** Lets tests pause an upload after a chosen step, so that they can act at an exact moment. */
export function createUploadPauses(): UploadPauses {
  const pauses = new Map<UploadStep, (resume: () => void) => void>()
  return {
    pauseUpload: (step) =>
      new Promise((resolve) => {
        pauses.set(step, resolve)
      }),
    afterStep(step) {
      const onPaused = pauses.get(step)
      if (!onPaused) return Promise.resolve()
      pauses.delete(step)
      return new Promise((resolve) => onPaused(resolve))
    },
  }
}
