import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { phoneName } from '../../../../contract/rules/case-names'
import { materialsQuery, phoneBrandsQuery, phoneModelsQuery } from '../../../api/queries/catalogue'
import { useApi } from '../../../api/services'
import { type CatalogueColor, type CatalogueModel, createPhoneMatch, matchColor } from './case-match'

/** The models and colours of the catalogue, and how the words of a list are found in them. */
export function useCatalogueCases() {
  const api = useApi()
  const brands = useQuery({ ...phoneBrandsQuery(api), meta: { quiet: true } })
  const lists = useQueries({
    queries: (brands.data ?? []).map(({ id }) => ({ ...phoneModelsQuery(api, id), meta: { quiet: true } })),
    combine: (results) => ({
      models: results.flatMap(({ data }) => data ?? []),
      isPending: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error !== null)?.error ?? null,
    }),
  })
  const materials = useQuery({ ...materialsQuery(api), meta: { quiet: true } })
  const { models: rows } = lists
  const models = useMemo((): readonly CatalogueModel[] => {
    const names = new Map((brands.data ?? []).map(({ id, name }) => [id, name]))
    return rows.map(({ id, phoneBrandId, name }) => ({ id, brand: names.get(phoneBrandId) ?? '', name }))
  }, [brands.data, rows])
  const colors = useMemo(
    (): readonly CatalogueColor[] =>
      (materials.data ?? []).flatMap((material) =>
        material.colors.map((color) => ({ id: color.id, material: material.name, name: color.name })),
      ),
    [materials.data],
  )
  const phonesOf = useMemo(() => createPhoneMatch(models), [models])
  return {
    models,
    colors,
    phonesOf,
    colorsOf: (text: string, usualId: number | null) => matchColor(colors, text, usualId),
    phoneNameOf: (id: number | null): string => {
      const model = models.find((one) => one.id === id)
      return model === undefined ? '' : phoneName(model.brand, model.name)
    },
    colorNameOf: (id: number | null): string => {
      const color = colors.find((one) => one.id === id)
      return color === undefined ? '' : `${color.material} · ${color.name}`
    },
    isPending: brands.isPending || lists.isPending || materials.isPending,
    error: brands.error ?? lists.error ?? materials.error,
  }
}
export type CatalogueCases = ReturnType<typeof useCatalogueCases>
