/** Chooses the platforms of this server: those whose apps are configured, in the demo the doubles of the others. */
import { openPlatformDoubles } from '../embedded/platforms/platforms'
import { mountPlatforms } from '../embedded/platforms/routes'
import type { Mount } from '../http/environment'
import { createDouyinHook, type DouyinAccess } from '../infra/platforms/douyin'
import { createWechatStoreHook, type WechatStoreAccess } from '../infra/platforms/wechat-store'
import type { Clock } from '../ports/clock'
import type { PlatformHooks } from '../ports/platform-hooks'

export interface PlatformSettings {
  readonly douyin: DouyinAccess | undefined
  readonly wechatStore: WechatStoreAccess | undefined
  /** Whether embedded doubles stand in for platforms that are not configured; they deliver nothing to a real platform. */
  readonly demo: boolean
}

export interface OpenPlatforms {
  readonly platforms: PlatformHooks
  /** Routes of the doubles, where they are used. */
  readonly mount: Mount | undefined
}

export function openPlatforms({ douyin, wechatStore, demo }: PlatformSettings, clock: Clock): OpenPlatforms {
  const parts = { gateway: fetch, now: () => clock.now() }
  const configured: PlatformHooks = {
    ...(douyin && { DOUDIAN: createDouyinHook(douyin, parts) }),
    ...(wechatStore && { WECHAT_STORE: createWechatStoreHook(wechatStore, parts) }),
  }
  if (!demo) return { platforms: configured, mount: undefined }
  const doubles = openPlatformDoubles({ clock })
  return { platforms: { ...doubles.hooks, ...configured }, mount: (app) => mountPlatforms(app, doubles) }
}
