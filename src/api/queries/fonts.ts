/** Reads of the shop's fonts and text colours. */
import { queryOptions } from '@tanstack/react-query'
import { routes } from '../../../contract/routes'
import type { Api } from '../services'
import { listReply } from '../shape'

export const fontKeys = {
  all: ['fonts'] as const,
  fonts: () => [...fontKeys.all, 'fonts'] as const,
  colors: () => [...fontKeys.all, 'colors'] as const,
}

/** All fonts of the shop in their order, also those that are not enabled: a design may still be written in one. */
export const shopFontsQuery = (api: Api) =>
  queryOptions({
    queryKey: fontKeys.fonts(),
    queryFn: async ({ signal }) => listReply(routes.shopFonts.list, await api.shopFonts.list({}, { signal, quiet: true })),
    staleTime: 30_000,
  })

/** All text colours of the shop in their order. */
export const shopFontColorsQuery = (api: Api) =>
  queryOptions({
    queryKey: fontKeys.colors(),
    queryFn: async ({ signal }) =>
      listReply(routes.shopFontColors.list, await api.shopFontColors.list({}, { signal, quiet: true })),
    staleTime: 30_000,
  })
