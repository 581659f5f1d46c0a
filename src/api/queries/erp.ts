/** Queries of the factories: the key, their models and materials, and the bindings of the account's own ones. */
import { queryOptions } from '@tanstack/react-query'
import { readList } from '../read-list'
import type { Api } from '../services'

export const erpKeys = {
  all: ['erp'] as const,
  programs: () => [...erpKeys.all, 'programs'] as const,
  integrations: () => [...erpKeys.all, 'integrations'] as const,
  factories: () => [...erpKeys.all, 'factories'] as const,
  /** All queries of one factory. */
  factory: (factoryId: number) => [...erpKeys.all, 'factory', factoryId] as const,
  sync: (factoryId: number) => [...erpKeys.factory(factoryId), 'sync'] as const,
  models: (factoryId: number) => [...erpKeys.factory(factoryId), 'models'] as const,
  modelBindings: (factoryId: number) => [...erpKeys.factory(factoryId), 'model-bindings'] as const,
  materials: (factoryId: number) => [...erpKeys.factory(factoryId), 'materials'] as const,
  materialBindings: (factoryId: number) => [...erpKeys.factory(factoryId), 'material-bindings'] as const,
  colorBindings: (factoryId: number) => [...erpKeys.factory(factoryId), 'color-bindings'] as const,
}

const staleTime = 30_000

/** Reads which factories' programs the server has. */
export const erpProgramsQuery = (api: Api) =>
  queryOptions({
    queryKey: erpKeys.programs(),
    queryFn: readList(api, 'erpPrograms', {}),
    staleTime: 10 * 60_000,
  })

/** Reads the account's keys; without one there is nothing to bind or push to. */
export const integrationsQuery = (api: Api) =>
  queryOptions({
    queryKey: erpKeys.integrations(),
    queryFn: readList(api, 'erpIntegrations', {}),
    staleTime,
  })

export const factoriesQuery = (api: Api) =>
  queryOptions({
    queryKey: erpKeys.factories(),
    queryFn: readList(api, 'factories', {}),
    staleTime,
  })

/** Reads the factories that models and materials are bound to: the own print floor needs no bindings. */
export const boundFactoriesQuery = (api: Api) =>
  queryOptions({ ...factoriesQuery(api), select: (factories) => factories.filter(({ own }) => !own) })

/** Reads the last sync of one factory; null: there was none. */
export const factorySyncQuery = (api: Api, factoryId: number) =>
  queryOptions({
    queryKey: erpKeys.sync(factoryId),
    queryFn: ({ signal }) => api.factoryPhoneModels.syncTask({ query: { factoryId } }, { signal, quiet: true, mayBeNull: true }),
    staleTime: 0,
    meta: { quiet: true },
  })

export const factoryModelsQuery = (api: Api, factoryId: number) =>
  queryOptions({
    queryKey: erpKeys.models(factoryId),
    queryFn: readList(api, 'factoryPhoneModels', { query: { factoryId } }),
    staleTime,
  })

/** Reads the model bindings of all brands. */
export const modelBindingsQuery = (api: Api, factoryId: number) =>
  queryOptions({
    queryKey: erpKeys.modelBindings(factoryId),
    queryFn: readList(api, 'factoryModelBindings', { query: { factoryId } }),
    staleTime,
  })

export const factoryMaterialsQuery = (api: Api, factoryId: number) =>
  queryOptions({
    queryKey: erpKeys.materials(factoryId),
    queryFn: readList(api, 'factoryMaterials', { query: { factoryId } }),
    staleTime,
  })

export const materialBindingsQuery = (api: Api, factoryId: number) =>
  queryOptions({
    queryKey: erpKeys.materialBindings(factoryId),
    queryFn: readList(api, 'factoryMaterialBindings', { query: { factoryId } }),
    staleTime,
  })

export const colorBindingsQuery = (api: Api, factoryId: number) =>
  queryOptions({
    queryKey: erpKeys.colorBindings(factoryId),
    queryFn: readList(api, 'factoryColorBindings', { query: { factoryId } }),
    staleTime,
  })
