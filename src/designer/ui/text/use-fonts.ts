import { useQuery } from '@tanstack/react-query'
import type { ShopFont } from '../../../../contract/types'
import { defaultTextColor } from '../../../../design/template/load'
import { shopFontColorsQuery, shopFontsQuery } from '../../../api/queries/fonts'
import { useApi } from '../../../api/services'

export interface Fonts {
  /** All fonts of the shop; undefined until they are loaded. */
  readonly all: readonly ShopFont[] | undefined
  /** Fonts that a new text may use. */
  readonly enabled: readonly ShopFont[]
  /** The default colour, then the shop's colours. */
  readonly colors: readonly string[]
  readonly error: unknown
  readonly retrying: boolean
  retry(): void
}

export function useFonts(): Fonts {
  const api = useApi()
  const fonts = useQuery({ ...shopFontsQuery(api), meta: { quiet: true } })
  const colors = useQuery({ ...shopFontColorsQuery(api), meta: { quiet: true } })
  const shop = (colors.data ?? []).filter((color) => color.enabled).map((color) => color.hexCode)
  return {
    all: fonts.data,
    enabled: (fonts.data ?? []).filter((font) => font.enabled),
    colors: [...new Set([defaultTextColor, ...shop])],
    error: fonts.data ? (colors.data ? null : colors.error) : fonts.error,
    retrying: fonts.isFetching || colors.isFetching,
    retry() {
      if (fonts.isError) void fonts.refetch()
      if (colors.isError) void colors.refetch()
    },
  }
}
