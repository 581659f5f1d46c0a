/** Reads of the shop's fonts and text colours. */
import { queryOptions } from '@tanstack/react-query'
import { readList } from '../read-list'
import type { Api } from '../services'

export const fontKeys = {
  all: ['fonts'] as const,
  fonts: () => [...fontKeys.all, 'fonts'] as const,
  colors: () => [...fontKeys.all, 'colors'] as const,
}

/** All fonts of the shop in their order, also those that are not enabled: a design may still be written in one. */
export const shopFontsQuery = (api: Api) =>
  queryOptions({
    queryKey: fontKeys.fonts(),
    queryFn: readList(api, 'shopFonts', {}),
    staleTime: 30_000,
  })

/** All text colours of the shop in their order. */
export const shopFontColorsQuery = (api: Api) =>
  queryOptions({
    queryKey: fontKeys.colors(),
    queryFn: readList(api, 'shopFontColors', {}),
    staleTime: 30_000,
  })
