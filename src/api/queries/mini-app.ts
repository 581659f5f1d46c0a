/** The mini-app in which buyers customize: its name and logo head the menu. */
import { queryOptions } from '@tanstack/react-query'
import { routes } from '../../../contract/routes'
import { resolveFileUrl } from '../file-url'
import type { Api } from '../services'
import { listReply } from '../shape'

export const miniAppKey = ['mini-app'] as const

/** Null in `app` while no shop has one. A failure opens no dialog: the menu shows the product's own name then, its screen says why. */
export const miniAppQuery = (api: Api) =>
  queryOptions({
    queryKey: miniAppKey,
    queryFn: ({ signal }) => api.miniApp.get({}, { signal, quiet: true }),
    staleTime: 10 * 60_000,
    retry: false,
    meta: { quiet: true },
  })

/** The versions it can be brought to, newest first; none while no shop's authorisation is good. */
export const miniAppTemplatesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['mini-app-templates'],
    queryFn: async ({ signal }) => listReply(routes.miniApp.templates, await api.miniApp.templates({}, { signal, quiet: true })),
    staleTime: 30_000,
    retry: false,
    meta: { quiet: true },
  })

const isAddress = (url: unknown): url is string => typeof url === 'string' && /^(?:https?:\/\/|\/(?!\/))/.test(url)

/** Where its logo is; null when it has none, or something that is no address of a picture. */
export const miniAppLogo = ({ logoUrl }: { readonly logoUrl: unknown }): string | null =>
  isAddress(logoUrl) ? resolveFileUrl(logoUrl) : null
