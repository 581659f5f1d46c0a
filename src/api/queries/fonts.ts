/** Queries of the shop's fonts and text colours. */
import { queryOptions } from '@tanstack/react-query'
import { readList } from '../read-list'
import type { Api } from '../services'

export const fontKeys = {
  all: ['fonts'] as const,
  fonts: () => [...fontKeys.all, 'fonts'] as const,
  colors: () => [...fontKeys.all, 'colors'] as const,
}

/** Reads all fonts of the shop in order, including disabled ones, because a design may still use one. */
export const shopFontsQuery = (api: Api) =>
  queryOptions({
    queryKey: fontKeys.fonts(),
    queryFn: readList(api, 'shopFonts', {}),
    staleTime: 30_000,
  })

/** Reads all text colours of the shop in order. */
export const shopFontColorsQuery = (api: Api) =>
  queryOptions({
    queryKey: fontKeys.colors(),
    queryFn: readList(api, 'shopFontColors', {}),
    staleTime: 30_000,
  })
