import { planRun } from './plan'
import { unpaid } from './run'
import { addressesOf, type RunPlan, type StoredRun } from './run-record'

/** A download of what failed in another and may be fetched again without being charged, under the names it had; null: nothing. */
export function planAgain({ plan, state, results }: StoredRun, now: Date): RunPlan | null {
  const failedAt = (place: number) => {
    const result = results.get(place)
    return result?.state === 'failed' && result.reason !== unpaid && !result.corrected
  }
  const addresses = addressesOf(state.charge)
  const pictures = plan.pictures.flatMap((picture, place) =>
    failedAt(place) ? { ...picture, url: addresses.get(picture.customizationId) ?? picture.url } : [],
  )
  if (pictures.length === 0) return null
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
    paths: plan.paths.filter((_, place) => failedAt(place)),
    folders: plan.folders,
    orderIdFile: plan.orderIdFile,
    maxBytes: plan.maxBytes,
    saveLimit: plan.saveLimit,
  }
}
