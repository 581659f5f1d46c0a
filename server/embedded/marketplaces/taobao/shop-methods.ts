/** The simulated gateway's calls about a shop: its seller, its products, its mini-app. */
import type { SimulatedMethod, SimulatedSeller } from './gateway'
import { TopRefusal } from './gateway'

export interface SimulatedItem {
  readonly num_iid: string
  readonly title: string
  readonly skus: readonly SimulatedSku[]
  readonly [field: string]: unknown
}

export interface SimulatedSku {
  readonly sku_id: string
  readonly [field: string]: unknown
}

export interface SimulatedApp {
  readonly app_id: string
  readonly app_name: string
  /** The version that is online. */
  readonly app_version: string
  readonly template_version: string
}

export interface SimulatedShop extends SimulatedSeller {
  readonly items: readonly SimulatedItem[]
  readonly miniApp?: SimulatedApp
}

/** The products that a test adds to those of the fixture, and what happens between two pages of the list. */
export interface AddedGoods {
  /** By the id of the seller, newest first. */
  readonly items: Map<string, SimulatedItem[]>
  /** Called after a page of the list was answered. */
  afterPage: (pageNo: number) => void
}

export interface ShopMethodsOptions {
  readonly goods: AddedGoods
  readonly shops: readonly SimulatedShop[]
  readonly templateId: string
  readonly templateVersions: readonly string[]
}

const maxIds = 20
const maxPageSize = 200
/** Products that the list goes through, however its pages are cut. */
const maxListed = 20_000

/** Writes ids as numbers of any length, like the marketplace. */
const itemReply = ({ skus, ...item }: SimulatedItem): object => ({
  ...item,
  num_iid: BigInt(item.num_iid),
  ...(skus.length === 0 ? {} : { skus: { sku: skus.map((sku) => ({ ...sku, sku_id: BigInt(sku.sku_id) })) } }),
})

const parameterError = (text: string): TopRefusal =>
  new TopRefusal({ code: 41, msg: 'Invalid arguments', sub_code: 'isv.invalid-parameter', sub_msg: text })

export function shopMethods({
  goods,
  shops,
  templateId,
  templateVersions,
}: ShopMethodsOptions): Readonly<Record<string, SimulatedMethod>> {
  const shopOf = (seller: SimulatedSeller): SimulatedShop | undefined =>
    shops.find(({ sellerId }) => sellerId === seller.sellerId)
  const itemsOf = (seller: SimulatedSeller): readonly SimulatedItem[] => [
    ...(goods.items.get(seller.sellerId) ?? []),
    ...(shopOf(seller)?.items ?? []),
  ]
  /** State of each seller's app after updates, including versions that were created but not published. */
  const apps = new Map<string, { online: string; versions: { app_version: string; template_version: string }[] }>()
  const appOf = (seller: SimulatedSeller) => {
    const app = shopOf(seller)?.miniApp
    if (!app) return null
    const { app_version, template_version } = app
    const state = apps.get(app.app_id) ?? { online: app_version, versions: [{ app_version, template_version }] }
    apps.set(app.app_id, state)
    const info = { app_id: app.app_id, app_name: app.app_name, online_version: state.online }
    return { app, state, info }
  }
  const requireApp = (seller: SimulatedSeller, appId: string | undefined) => {
    const found = appOf(seller)
    if (!found || found.app.app_id !== appId) throw parameterError('小程序不存在')
    return found
  }

  return {
    'taobao.user.seller.get': ({ seller }) => ({ user: { user_id: BigInt(seller.sellerId), nick: seller.nick, type: 'C' } }),
    'taobao.items.seller.list.get': ({ seller, params }) => {
      const ids = (params.num_iids ?? '').split(',').filter(Boolean)
      if (ids.length === 0 || ids.length > maxIds) throw parameterError(`num_iids 最多 ${maxIds} 个`)
      const found = itemsOf(seller).filter(({ num_iid }) => ids.includes(num_iid))
      return found.length === 0 ? {} : { items: { item: found.map(itemReply) } }
    },
    'taobao.item.seller.get': ({ seller, params }) => {
      const found = itemsOf(seller).find(({ num_iid }) => num_iid === params.num_iid)
      if (!found) throw parameterError('商品不存在')
      return { item: itemReply(found) }
    },
    'taobao.items.onsale.get': ({ seller, params }) => {
      const { fields = '', q = '', page_no = '1', page_size = '40' } = params
      const [no, size] = [Number(page_no), Number(page_size)]
      if (fields === '') throw parameterError('fields 不能为空')
      if (!(no >= 1) || !(size >= 1 && size <= maxPageSize)) throw parameterError(`page_size 最大为 ${maxPageSize}`)
      if (no * size > maxListed) throw parameterError(`page_no*page_size 不能超过 ${maxListed}`)
      const found = itemsOf(seller).filter(
        ({ title, approve_status = 'onsale' }) => approve_status === 'onsale' && title.includes(q),
      )
      const asked = new Set(fields.split(','))
      const shown = found.slice((no - 1) * size, no * size).map((item) => {
        const { num_iid, skus: _, ...rest } = item
        const kept = Object.entries(rest).filter(([name]) => asked.has(name))
        return { num_iid: BigInt(num_iid), ...Object.fromEntries(kept) }
      })
      goods.afterPage(no)
      return shown.length === 0 ? { total_results: found.length } : { items: { item: shown }, total_results: found.length }
    },
    'taobao.miniapp.template.queryapp': ({ seller, params }) => {
      const found = params.template_id === templateId ? appOf(seller) : null
      if (!found) return {}
      const versions = found.state.versions.map((version) => ({ ...version, app_id: found.app.app_id, template_id: templateId }))
      const shown = { app_info: found.info, app_version_list: { mini_app_instance_version_dto: versions } }
      return { all_version_infos: { miniapp_instance_app_all_versions_dto: [shown] } }
    },
    'taobao.miniapp.template.updateapp': ({ seller, params }) => {
      const { app, state } = requireApp(seller, params.app_id)
      const { template_version = '' } = params
      if (!templateVersions.includes(template_version)) throw parameterError('模板版本不存在')
      const existing = state.versions.find((version) => version.template_version === template_version)
      const storedVersion = existing ?? { app_version: `0.0.${state.versions.length + 10}`, template_version }
      if (!existing) state.versions.unshift(storedVersion)
      return { app_id: app.app_id, app_name: app.app_name, app_version: storedVersion.app_version }
    },
    'taobao.miniapp.template.onlineapp': ({ seller, params }) => {
      const { state, app } = requireApp(seller, params.app_id)
      const storedVersion = state.versions.find(({ app_version }) => app_version === params.app_version)
      if (!storedVersion) throw parameterError('预览版本不存在')
      state.online = storedVersion.app_version
      return {
        app_info: { app_id: app.app_id, app_name: app.app_name, online_version: state.online },
        online_results: { miniapp_instance_app_online_dto: [{ client: 'taobao', success: 'true' }] },
      }
    },
  }
}
