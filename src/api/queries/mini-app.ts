/** Queries of the mini-app in which buyers customize: its name and logo are shown above the menu. */
import { queryOptions } from '@tanstack/react-query'
import { resolveFileUrl } from '../file-url'
import type { Api } from '../services'

export const miniAppKey = ['mini-app'] as const

/**
 * `app` is null while no shop has one. A failure opens no dialog: the menu then shows the product's name, and the screen shows
 * the reason.
 */
export const miniAppQuery = (api: Api) =>
  queryOptions({
    queryKey: miniAppKey,
    queryFn: ({ signal }) => api.miniApp.get({}, { signal, quiet: true }),
    staleTime: 10 * 60_000,
    retry: false,
    meta: { quiet: true },
  })

/** Reads the versions to which it can be updated, newest first; none while no shop has a valid authorization. */
export const miniAppTemplatesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['mini-app-templates'],
    queryFn: ({ signal }) => api.miniApp.templates({}, { signal, quiet: true }),
    staleTime: 30_000,
    retry: false,
    meta: { quiet: true },
  })

const isAddress = (url: unknown): url is string => typeof url === 'string' && /^(?:https?:\/\/|\/(?!\/))/.test(url)

/** Returns the address of its logo; null when it has none, or an invalid one. */
export const miniAppLogo = ({ logoUrl }: { readonly logoUrl: unknown }): string | null =>
  isAddress(logoUrl) ? resolveFileUrl(logoUrl) : null
