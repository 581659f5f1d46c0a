/** Loads the previewed phone from the catalogue: brands, models, materials, colours and its wireframe. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NotFoundError } from '../../../contract/call-errors'
import { phoneName } from '../../../contract/rules/case-names'
import type { MaterialColor, PhoneBrand, PhoneModel, Wireframe } from '../../../contract/types'
import { materialsQuery, phoneBrandsQuery, phoneModelsQuery, skusQuery, wireframeQuery } from '../../api/queries/catalogue'
import { useApi } from '../../api/services'
import { type MaterialChoice, materialChoices, wireframeIdOf } from './choices'
import { recentPhones } from './recent-phones'

export interface PreviewPhone {
  readonly phoneModelId: number | null
  readonly materialColorId: number | null
}

export interface Preview {
  readonly brands: readonly PhoneBrand[]
  readonly brandId: number | null
  chooseBrand(id: number | null): void
  readonly models: readonly PhoneModel[]
  /** Name of the chosen model with its brand; '' while it is unknown. */
  readonly modelName: string
  readonly choices: readonly MaterialChoice[]
  readonly choice: MaterialChoice | undefined
  readonly color: MaterialColor | undefined
  readonly wireframe: Wireframe | null
  /** The model has no wireframe: its SKU names none, or a deleted one. */
  readonly lacksWireframe: boolean
  /** The wireframe could not be loaded. */
  readonly wireframeFailed: boolean
  readonly loading: boolean
  readonly error: unknown
  retry(): void
}

export function usePreview({ phoneModelId, materialColorId }: PreviewPhone, username: string): Preview {
  const api = useApi()
  const [chosenBrand, chooseBrand] = useState<number | null>(null)
  const brands = useQuery({ ...phoneBrandsQuery(api), meta: { quiet: true } })
  const materials = useQuery({ ...materialsQuery(api), meta: { quiet: true } })
  const skus = useQuery({ ...skusQuery(api, phoneModelId === null ? [] : [phoneModelId]), meta: { quiet: true } })
  const ofModel = skus.data ?? []
  const recentBrand = recentPhones(username).find((phone) => phone.modelId === phoneModelId)?.brandId
  const ownBrand = ofModel[0]?.phoneBrandId ?? recentBrand ?? null
  const brandId = chosenBrand ?? ownBrand
  // The shown phone keeps its name while the seller looks through models of another brand.
  const ownModels = useQuery({ ...phoneModelsQuery(api, ownBrand ?? 0), enabled: ownBrand !== null, meta: { quiet: true } })
  const models = useQuery({ ...phoneModelsQuery(api, brandId ?? 0), enabled: brandId !== null, meta: { quiet: true } })
  const wireframeId = wireframeIdOf(ofModel, phoneModelId, materialColorId)
  const wireframe = useQuery({ ...wireframeQuery(api, wireframeId ?? 0), enabled: wireframeId !== null })

  const isWireframeDeleted = wireframe.error instanceof NotFoundError

  const choices = materialChoices(materials.data ?? [], ofModel)
  const choice = choices.find((one) => one.colors.some(({ color }) => color.id === materialColorId))
  const queries = [brands, materials, skus, models]
  const model = [...(ownModels.data ?? []), ...(models.data ?? [])].find(({ id }) => id === phoneModelId)
  const brand = brands.data?.find(({ id }) => id === model?.phoneBrandId)
  return {
    brands: brands.data ?? [],
    brandId,
    chooseBrand,
    models: models.data ?? [],
    modelName: phoneName(brand?.name ?? '', model?.name ?? ''),
    choices,
    choice,
    color: choice?.colors.find(({ color }) => color.id === materialColorId)?.color,
    wireframe: wireframeId === null ? null : (wireframe.data ?? null),
    lacksWireframe: phoneModelId !== null && skus.data !== undefined && (wireframeId === null || isWireframeDeleted),
    wireframeFailed:
      phoneModelId !== null &&
      wireframe.data === undefined &&
      ((skus.isError && !skus.data) || (wireframe.isError && !isWireframeDeleted)),
    loading: queries.some((read) => read.isLoading),
    error: queries.find((read) => read.error !== null)?.error ?? null,
    retry: () => {
      for (const read of [...queries, wireframe]) if (read.isError) void read.refetch()
    },
  }
}
