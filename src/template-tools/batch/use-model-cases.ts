import { useQuery } from '@tanstack/react-query'
import type { PhoneBrand, PhoneModel, Wireframe } from '../../../contract/types'
import { materialsQuery, phoneBrandsQuery, phoneModelsQuery, skusQuery, wireframesQuery } from '../../api/queries/catalogue'
import { useApi } from '../../api/services'

/** A model's case, in the template's colour where the model has it. */
export interface ModelCase {
  readonly model: PhoneModel
  readonly wireframe: Wireframe
  readonly materialColorId: number
  /** CSS colour where nothing covers the case. */
  readonly paper: string
  readonly needBackground: boolean
}

interface Loading {
  /** Null while nothing failed. */
  readonly error: unknown
  readonly retrying: boolean
  retry(): void
}

const quiet = { meta: { quiet: true } } as const

type Read = Pick<ReturnType<typeof useQuery>, 'isError' | 'isFetching' | 'error' | 'data' | 'refetch'>

const loadingOf = (reads: readonly Read[]): Loading => ({
  error: reads.find((read) => read.isError && !read.data)?.error ?? null,
  retrying: reads.some((read) => read.isFetching),
  retry: () => {
    for (const read of reads) if (read.isError) void read.refetch()
  },
})

/** Loads the shop's brands, and which of them the template's phone is of: the first one where it has no phone. */
export function useBrands(
  phoneModelId: number | null,
): Loading & { readonly brands: readonly PhoneBrand[] | null; readonly ownBrandId: number | null } {
  const api = useApi()
  const brands = useQuery({ ...phoneBrandsQuery(api), ...quiet })
  const own = useQuery({ ...skusQuery(api, phoneModelId === null ? [] : [phoneModelId]), ...quiet })
  const isOwnKnown = phoneModelId === null || own.data !== undefined || own.isError
  const ownBrandId = own.data?.[0]?.phoneBrandId ?? brands.data?.[0]?.id ?? null
  return { ...loadingOf([brands]), brands: isOwnKnown ? (brands.data ?? null) : null, ownBrandId: isOwnKnown ? ownBrandId : null }
}

/** Loads the cases of all models of a brand, in this colour where a model has it; nothing while the brand is null. */
export function useBrandCases(
  brandId: number | null,
  colorId: number | null,
): Loading & { readonly cases: readonly ModelCase[] | null } {
  const api = useApi()
  const models = useQuery({ ...phoneModelsQuery(api, brandId ?? 0), ...quiet, enabled: brandId !== null })
  const modelIds = models.data?.map(({ id }) => id) ?? []
  const skus = useQuery({ ...skusQuery(api, modelIds), ...quiet })
  const chosenSkus = modelIds.flatMap((id) => {
    const ofModel = skus.data?.filter((sku) => sku.phoneModelId === id && sku.wireframeId !== null) ?? []
    return ofModel.find(({ materialColorId }) => materialColorId === colorId) ?? ofModel[0] ?? []
  })
  const wireframes = useQuery(wireframesQuery(api, [...new Set(chosenSkus.flatMap(({ wireframeId }) => wireframeId ?? []))]))
  const materials = useQuery({ ...materialsQuery(api), ...quiet })
  const colors = (materials.data ?? []).flatMap(({ colors: own, needBackground }) =>
    own.map((color) => ({ ...color, needBackground })),
  )
  const hasNone = models.data?.length === 0 || (skus.data !== undefined && chosenSkus.length === 0)
  const isLoaded = materials.data !== undefined && (wireframes.data !== undefined || hasNone)
  const cases = isLoaded
    ? chosenSkus.flatMap(({ phoneModelId, wireframeId, materialColorId }) => {
        const model = models.data?.find(({ id }) => id === phoneModelId)
        const wireframe = wireframes.data?.find(({ id }) => id === wireframeId)
        const color = colors.find(({ id }) => id === materialColorId)
        if (!model || !wireframe) return []
        const paper = color?.defaultBackgroundColor ?? '#ffffff'
        return [{ model, wireframe, materialColorId, paper, needBackground: color?.needBackground ?? false }]
      })
    : null
  return { ...loadingOf([models, skus, wireframes, materials]), cases }
}
