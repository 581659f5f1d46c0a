/**
 * Loads what the screen of the first address needs while the plugin starts: its code at once, and its data as soon as the server has
 * told who is signed in. The screen itself would ask for them one after the other, each after what is around it has been drawn.
 */
import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from '../api/queries/session'
import type { Api } from '../api/services'
import { mayDo } from '../api/use-permissions'
import { currentHref } from './location'
import { type AppRoute, appRoutes, landingFor } from './routes'
import { hasStoredToken } from './token-store'

/** Pattern of a route's addresses, by the same rules as the router's. */
const patternOf = ({ path }: AppRoute): RegExp =>
  new RegExp(`^${path.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/\/:\w+/g, '/[^/]+')}/?$`)

const routeAt = (path: string): AppRoute | undefined => appRoutes.find((route) => patternOf(route).test(path))

const firstUrl = (): URL => new URL(currentHref(), 'http://app')

/** Begins to load the code of the screen at the present address and of reading its data, unless its visitor has to sign in first. */
export function loadFirstScreen(): void {
  if (!hasStoredToken()) return
  const route = routeAt(firstUrl().pathname)
  void route?.firstData?.().catch(() => undefined)
  void route?.Screen.preload()
}

/**
 * Reads the signed-in user and what the screen at the present address shows first, and waits for the screen's code. The data are asked
 * for at once: the server refuses what the user may not read, and the screen that then says so shows nothing of it. Never rejects.
 */
export async function readFirstData(services: { readonly api: Api; readonly queries: QueryClient }): Promise<void> {
  const { pathname, searchParams } = firstUrl()
  const { api, queries } = services
  const reading = queries.fetchQuery(meQuery(api))
  const findRoute = async () => {
    if (!/^\/(?:app\/?)?$/.test(pathname)) return routeAt(pathname)
    const me = await reading
    return routeAt(landingFor((wanted) => mayDo(me, wanted), me.hasOrders === true))
  }
  const readScreen = async () => {
    const route = await findRoute()
    const readData = async () => (await route?.firstData?.())?.default(services, searchParams)
    await Promise.all([route?.Screen.preload(), readData()])
  }
  // Whoever shows what could not be read asks again, and tells what failed.
  await Promise.allSettled([reading, readScreen()])
}
