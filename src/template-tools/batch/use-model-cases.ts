import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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

export interface ModelCases {
  readonly brands: readonly PhoneBrand[]
  readonly brandId: number | null
  chooseBrand(id: number): void
  /** Null until they are loaded. */
  readonly cases: readonly ModelCase[] | null
  readonly error: unknown
  readonly retrying: boolean
  retry(): void
}

const quiet = { meta: { quiet: true } } as const

/** Loads the cases of all models of a brand, at first of the brand of the template's phone. */
export function useModelCases(phone: {
  readonly phoneModelId: number | null
  readonly materialColorId: number | null
}): ModelCases {
  const api = useApi()
  const [chosenBrand, chooseBrand] = useState<number | null>(null)
  const brands = useQuery({ ...phoneBrandsQuery(api), ...quiet })
  const own = useQuery({ ...skusQuery(api, phone.phoneModelId === null ? [] : [phone.phoneModelId]), ...quiet })
  const isOwnKnown = phone.phoneModelId === null || own.data !== undefined || own.isError
  const brandId = chosenBrand ?? own.data?.[0]?.phoneBrandId ?? (isOwnKnown ? (brands.data?.[0]?.id ?? null) : null)
  const models = useQuery({ ...phoneModelsQuery(api, brandId ?? 0), ...quiet, enabled: brandId !== null })
  const modelIds = models.data?.map(({ id }) => id) ?? []
  const skus = useQuery({ ...skusQuery(api, modelIds), ...quiet })
  const chosenSkus = modelIds.flatMap((id) => {
    const ofModel = skus.data?.filter((sku) => sku.phoneModelId === id && sku.wireframeId !== null) ?? []
    return ofModel.find(({ materialColorId }) => materialColorId === phone.materialColorId) ?? ofModel[0] ?? []
  })
  const wireframes = useQuery(wireframesQuery(api, [...new Set(chosenSkus.flatMap(({ wireframeId }) => wireframeId ?? []))]))
  const materials = useQuery({ ...materialsQuery(api), ...quiet })
  const colors = (materials.data ?? []).flatMap(({ colors: own, needBackground }) =>
    own.map((color) => ({ ...color, needBackground })),
  )
  const reads = [brands, models, skus, wireframes, materials]
  const hasNone = models.data?.length === 0 || (skus.data !== undefined && chosenSkus.length === 0)
  const isLoaded = materials.data !== undefined && (wireframes.data !== undefined || hasNone)
  return {
    brands: brands.data ?? [],
    brandId,
    chooseBrand,
    cases: isLoaded
      ? chosenSkus.flatMap(({ phoneModelId, wireframeId, materialColorId }) => {
          const model = models.data?.find(({ id }) => id === phoneModelId)
          const wireframe = wireframes.data?.find(({ id }) => id === wireframeId)
          const color = colors.find(({ id }) => id === materialColorId)
          if (!model || !wireframe) return []
          const paper = color?.defaultBackgroundColor ?? '#ffffff'
          return [{ model, wireframe, materialColorId, paper, needBackground: color?.needBackground ?? false }]
        })
      : null,
    error: reads.find((read) => read.isError && !read.data)?.error ?? null,
    retrying: reads.some((read) => read.isFetching),
    retry: () => {
      for (const read of reads) if (read.isError) void read.refetch()
    },
  }
}
