import { queryOptions } from '@tanstack/react-query'
import { readList } from '../read-list'
import type { Api } from '../services'

export const componentKeys = {
  all: ['components'] as const,
  versions: (id: number) => [...componentKeys.all, 'versions', id] as const,
}

/** Reads all components with how many templates show them. */
export const componentsQuery = (api: Api) =>
  queryOptions({
    queryKey: componentKeys.all,
    queryFn: readList(api, 'designComponents', {}),
    staleTime: 10_000,
  })

/** Reads what a component was, the present state first. */
export const componentVersionsQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: componentKeys.versions(id),
    queryFn: ({ signal }) => api.designComponents.versions({ params: { id } }, { signal, quiet: true }),
    staleTime: 0,
  })
