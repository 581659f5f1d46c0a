/** Steps of an upload to the cloud: 1 store config, 2 transfer, 3 file save. */
export type UploadStep = 1 | 2 | 3

export interface Holds {
  /** Stops the next upload that has come through this step; resolves once one has, with what lets it go on. */
  hold(step: UploadStep): Promise<() => void>
  /** To be awaited by an upload that has come through a step. */
  reached(step: UploadStep): Promise<void>
}

/** Lets whoever watches act at one exact moment of an upload, instead of hoping to hit it. */
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
