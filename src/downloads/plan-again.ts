import { planRun } from './plan'
import { addressesOf, type RunPlan, type StoredRun, wasPaidFor } from './run-record'
import { earlierOf } from './summary'

/**
 * A download of what failed in another and may be fetched again without being charged, under the names it had; its tables tell of all
 * pictures of both. Null: nothing may be.
 */
export function planAgain(run: StoredRun, now: Date): RunPlan | null {
  const { plan, state, results } = run
  const failed = plan.pictures.flatMap((_, place) => {
    const result = results.get(place)
    return result?.state === 'failed' && wasPaidFor(result) ? place : []
  })
  if (failed.length === 0) return null
  const addresses = addressesOf(state.charge)
  const pictures = failed.flatMap((place) => {
    const picture = plan.pictures[place]
    return picture ? { ...picture, url: addresses.get(picture.customizationId) ?? picture.url } : []
  })
  return {
    ...planRun({
      kind: plan.kind,
      pictures,
      rules: { rules: [], withOrderIdFile: false },
      shopName: () => undefined,
      format: plan.format,
      place: plan.place.kind === 'folder' ? plan.place.handle : plan.place.kind,
      paid: true,
      now,
    }),
    paths: failed.flatMap((place) => plan.paths[place] ?? []),
    earlier: earlierOf(run, failed),
    folders: plan.folders,
    orderIdFile: plan.orderIdFile,
    maxBytes: plan.maxBytes,
    saveLimit: plan.saveLimit,
  }
}
