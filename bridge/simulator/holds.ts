/** The steps of an upload to the picture space: 1 store config, 2 transfer, 3 file save. */
export type UploadStep = 1 | 2 | 3

export interface Holds {
  /** Pauses the next upload after this step. Resolves when it is paused, with a function that resumes it. */
  hold(step: UploadStep): Promise<() => void>
  /** An upload awaits this after each step. */
  reached(step: UploadStep): Promise<void>
}

/** Lets tests pause an upload after a chosen step, so that they can act at an exact moment. */
export function createHolds(): Holds {
  const holds = new Map<UploadStep, (letGo: () => void) => void>()
  return {
    hold: (step) =>
      new Promise((resolve) => {
        holds.set(step, resolve)
      }),
    reached(step) {
      const told = holds.get(step)
      if (!told) return Promise.resolve()
      holds.delete(step)
      return new Promise((resolve) => told(resolve))
    },
  }
}
