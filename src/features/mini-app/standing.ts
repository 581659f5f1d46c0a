/** Derives the state of the mini-app from the server's data about it and the shops. Pure. */
import { canSync, mayHaveMiniApp } from '../../../contract/rules/shop-types'
import type { MiniApp, MiniAppTemplateVersion, Shop } from '../../../contract/types'

export type App = NonNullable<MiniApp['app']>

/** none: no shop was ever authorised; expired: none is now; no-template: this server offers none; no-app: the shop has none. */
export type MiniAppState = 'none' | 'expired' | 'no-template' | 'no-app' | 'ready'

export function miniAppStateOf(
  app: App | null,
  shops: readonly Shop[],
  versions: readonly MiniAppTemplateVersion[],
): MiniAppState {
  const authorised = shops.filter(mayHaveMiniApp)
  if (!authorised.some(canSync)) return authorised.length > 0 ? 'expired' : 'none'
  if (versions.length === 0) return 'no-template'
  return app === null ? 'no-app' : 'ready'
}

/** Age of a version relative to the one online; 'unknown' when that one is not in the list. */
export type VersionAge = 'current' | 'newer' | 'older' | 'unknown'

/** @param versions newest first. */
export function ageOf(version: string, app: App, versions: readonly MiniAppTemplateVersion[]): VersionAge {
  if (version === app.templateVersion) return 'current'
  const indexOfVersion = (version: string | null) => versions.findIndex(({ templateVersion }) => templateVersion === version)
  const onlineIndex = indexOfVersion(app.templateVersion)
  if (onlineIndex < 0) return 'unknown'
  return indexOfVersion(version) < onlineIndex ? 'newer' : 'older'
}
