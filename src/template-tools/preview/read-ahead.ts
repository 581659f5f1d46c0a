import type { QueryClient } from '@tanstack/react-query'
import type { TemplateRow } from '../../../contract/types'
import { materialsQuery, phoneBrandsQuery, phoneModelsQuery, skusQuery, wireframeQuery } from '../../api/queries/catalogue'
import type { Api } from '../../api/services'
import { wireframeIdOf } from './choices'
import type { PreviewPhone } from './use-preview'

const quiet = { meta: { quiet: true } } as const

/** Reads what a preview on this phone will show, before it is opened. Never rejects: the preview reads again, and tells of a failure. */
export async function readPreviewAhead(
  queries: QueryClient,
  api: Api,
  { phoneModelId, materialColorId }: PreviewPhone,
): Promise<void> {
  void queries.prefetchQuery({ ...phoneBrandsQuery(api), ...quiet })
  void queries.prefetchQuery({ ...materialsQuery(api), ...quiet })
  if (phoneModelId === null) return
  try {
    const skus = await queries.fetchQuery({ ...skusQuery(api, [phoneModelId]), ...quiet })
    const [first] = skus
    if (first) void queries.prefetchQuery({ ...phoneModelsQuery(api, first.phoneBrandId), ...quiet })
    const wireframeId = wireframeIdOf(skus, phoneModelId, materialColorId)
    if (wireframeId !== null) void queries.prefetchQuery(wireframeQuery(api, wireframeId))
  } catch {
    // The preview itself tells of it.
  }
}

/** Returns the phone that templates were made for: that of the first one that names it; null where none does. */
export function phoneOf(templates: readonly TemplateRow[]): PreviewPhone | null {
  const first = templates.find((one) => one.previewPhoneModelId !== null && one.previewMaterialColorId !== null)
  return first ? { phoneModelId: first.previewPhoneModelId, materialColorId: first.previewMaterialColorId } : null
}
