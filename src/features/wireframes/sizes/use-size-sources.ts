import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Factory, FactoryPhoneModel, ModelBinding, PrintArea, Wireframe } from '../../../../contract/types'
import { resolveFileUrl } from '../../../api/file-url'
import { catalogueKeys } from '../../../api/queries/catalogue'
import { boundFactoriesQuery, factoryModelsQuery, modelBindingsQuery } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import { usePermissions } from '../../../api/use-permissions'
import { readAllRows } from '../all-rows'
import { pictureHole } from '../picture-hole'
import type { WireframeRow } from '../rows'
import { manyWireframesQuery } from '../wireframes-of-rows'
import { createNameIndex } from './name-index'
import type { FactorySize } from './size-proposals'
import { hasHole, type SizeSource } from './size-rows'

/** Reads the wireframes of these rows, or of the whole catalogue, each once. Not cached, since a batch decides by them. */
export function useSizeSources(rows: readonly WireframeRow[] | 'all') {
  const api = useApi()
  const queries = useQueryClient()
  const ids = useMemo(() => (rows === 'all' ? [] : [...new Set(rows.flatMap(({ sku }) => sku?.wireframeId ?? []))]), [rows])
  return useQuery({
    queryKey: [...catalogueKeys.wireframes(ids), 'sizes', rows === 'all'],
    queryFn: async (): Promise<readonly SizeSource[]> => {
      if (rows === 'all') return eachOnce(await readAllRows(api, queries))
      const wireframes = await queries.fetchQuery(manyWireframesQuery(api, ids))
      const byId = new Map(wireframes.map((one) => [one.id, one]))
      return eachOnce(rows.map((row) => ({ row, wireframe: byId.get(row.sku?.wireframeId ?? 0) ?? null })))
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  })
}

function eachOnce(rows: readonly { readonly row: WireframeRow; readonly wireframe: Wireframe | null }[]): readonly SizeSource[] {
  const sources = new Map<number, SizeSource>()
  for (const { row, wireframe } of rows) {
    if (wireframe !== null && !sources.has(wireframe.id)) sources.set(wireframe.id, { row, wireframe })
  }
  return [...sources.values()]
}

const noFactories: readonly Factory[] = []
/** Defined outside the hook, so that TanStack Query returns the same array until a list changes. */
const modelsOf = (results: UseQueryResult<FactoryPhoneModel[]>[]) => results.map(({ data }) => data)
const bindingsOf = (results: UseQueryResult<ModelBinding[]>[]) => results.map(({ data }) => data)

/** Returns the account's factories with their models and its bindings, as far as the lists have been read. */
function useFactoryLists() {
  const api = useApi()
  const mayRead = usePermissions().may(['factory'])
  const quiet = { meta: { quiet: true } }
  const { data: factories = noFactories } = useQuery({ ...boundFactoriesQuery(api), ...quiet, enabled: mayRead })
  const models = useQueries({
    queries: factories.map(({ id }) => ({ ...factoryModelsQuery(api, id), ...quiet })),
    combine: modelsOf,
  })
  const bindings = useQueries({
    queries: factories.map(({ id }) => ({ ...modelBindingsQuery(api, id), ...quiet })),
    combine: bindingsOf,
  })
  return { factories, models, bindings }
}

/** Returns the sizes that the account's factories give for its bound models, by model, as far as the lists have been read. */
export function useFactorySizes(): ReadonlyMap<number, readonly FactorySize[]> {
  const { factories, models, bindings } = useFactoryLists()
  return useMemo(() => {
    const sizes = new Map<number, FactorySize[]>()
    for (const [at, { name: factory }] of factories.entries()) {
      const byCode = new Map(models[at]?.map((model) => [model.code, model]))
      for (const { phoneModelId, erpPhoneModelCode } of bindings[at] ?? []) {
        const { widthMm = null, heightMm = null } = byCode.get(erpPhoneModelCode) ?? {}
        if (widthMm === null || heightMm === null) continue
        const found = sizes.get(phoneModelId) ?? []
        if (found.some((one) => one.widthMm === widthMm && one.heightMm === heightMm)) continue
        sizes.set(phoneModelId, [...found, { factory, widthMm, heightMm }])
      }
    }
    return sizes
  }, [factories, models, bindings])
}

/** Returns the sizes that the account's factories give for models with these names, also for models that are not bound there yet. */
export function useNamedFactorySizes(): (brand: string, model: string) => readonly FactorySize[] {
  const { factories, models } = useFactoryLists()
  return useMemo(
    () =>
      createNameIndex(
        factories.flatMap(({ name: factory }, at) =>
          (models[at] ?? []).flatMap(({ name, widthMm, heightMm }) =>
            widthMm === null || heightMm === null ? [] : [{ brand: '', name, value: { factory, widthMm, heightMm } }],
          ),
        ),
      ),
    [factories, models],
  )
}

/** Rows are drawn again once for so many holes. */
const holesTogether = 10
const noHoles: ReadonlyMap<number, PrintArea | null> = new Map()

/** Finds the holes of the foregrounds of wireframes without a print area, one after another, so that the page stays usable. */
export function useHoles(sources: readonly SizeSource[]): ReadonlyMap<number, PrintArea | null> {
  const [holes, setHoles] = useState(noHoles)
  useEffect(() => {
    let cancelled = false
    const find = async () => {
      const found: [number, PrintArea | null][] = []
      const show = () => {
        const shown = found.splice(0)
        if (!cancelled && shown.length > 0) setHoles((known) => new Map([...known, ...shown]))
      }
      for (const { wireframe } of sources) {
        const foreground = wireframe.layers.find(({ index }) => index > 0)
        if (cancelled || !foreground || !hasHole(wireframe)) continue
        // A picture of another origin whose pixels may not be read has no known hole.
        found.push([wireframe.id, await pictureHole(resolveFileUrl(foreground.imageUrl), wireframe).catch(() => null)])
        if (found.length >= holesTogether) show()
      }
      show()
    }
    void find()
    return () => {
      cancelled = true
    }
  }, [sources])
  return holes
}
