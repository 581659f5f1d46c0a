/** Queries of name lists: the templates, and the picture of a row on its case. */
import { queryOptions } from '@tanstack/react-query'
import type { NameRow } from '../../../contract/types'
import type { Api } from '../services'

const all = ['name-lists'] as const

/** Finds templates by their names; the templates that were changed last without words. */
export const nameTemplatesQuery = (api: Api, keyword: string) =>
  queryOptions({
    queryKey: [...all, 'templates', keyword] as const,
    queryFn: ({ signal }) => api.nameLists.templates({ query: keyword === '' ? {} : { keyword } }, { signal, quiet: true }),
    staleTime: 10_000,
    meta: { quiet: true },
  })

/** Reads one template, again whenever the screen is opened: it may have been saved meanwhile. */
export const nameTemplateQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: [...all, 'template', id] as const,
    queryFn: async ({ signal }) => {
      const [found] = await api.nameLists.templates({ query: { id } }, { signal, quiet: true })
      return found ?? null
    },
    meta: { quiet: true },
  })

/** Draws a row on its case. @param revision of the template: another one is another picture. */
export const namePictureQuery = (api: Api, templateId: number, revision: number, row: NameRow) =>
  queryOptions({
    queryKey: [...all, 'picture', templateId, revision, JSON.stringify(row)] as const,
    queryFn: ({ signal }) => api.nameLists.picture({ body: { templateId, row } }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
