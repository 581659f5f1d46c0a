/** The entries of the palette: screens, actions, help topics, models, templates and orders. */
import type { QueryClient } from '@tanstack/react-query'
import { templateName } from '../../../contract/rules/case-names'
import { assetCollectionsQuery } from '../../api/queries/assets'
import { phoneBrandsQuery, phoneModelsQuery } from '../../api/queries/catalogue'
import { ordersQuery } from '../../api/queries/orders'
import { templateCollectionsQuery, templateListQuery } from '../../api/queries/templates'
import type { Api } from '../../api/services'
import { galleryOf, helpPath, screens } from '../../base/paths'
import { assetKinds } from '../../features/assets/asset-kinds'
import { helpTopics } from '../../features/help/topics'
import { appRoutes, menuOf } from '../routes'

export const entryKinds = ['页面', '操作', '型号', '模板', '素材分组', '订单', '帮助'] as const
type EntryKind = (typeof entryKinds)[number]

export interface Entry {
  readonly key: string
  readonly kind: EntryKind
  readonly name: string
  /** Its parent, shown smaller beside the name. */
  readonly detail?: string
  readonly href: string
}

const tabs: readonly (readonly [string, string])[] = [
  ['品牌列表', screens.brands()],
  ['型号列表', screens.models()],
  ['手机壳材质', screens.materials()],
  ['手机壳线框图', screens.wireframes()],
  ...assetKinds.map((kind) => [kind.label, galleryOf(kind.key)()] as const),
]
const actions: readonly (readonly [string, string])[] = [
  ['新增品牌', screens.brands({ dialog: 'add' })],
  ['新增型号', screens.models({ dialog: 'add' })],
  ['新增材质', screens.materials({ dialog: 'add' })],
  ['一键导入线框图', screens.wireframes({ dialog: 'import' })],
  ...assetKinds.map((kind) => [`上传${kind.noun}`, galleryOf(kind.key)({ upload: 'new' })] as const),
]

/** The entries that need no request. */
export const fixedEntries: readonly Entry[] = [
  ...menuOf(appRoutes).map(({ path, title }) => ({ kind: '页面' as const, name: title, href: path.split('/:')[0] ?? path })),
  ...tabs.map(([name, href]) => ({ kind: '页面' as const, name, href })),
  ...actions.map(([name, href]) => ({ kind: '操作' as const, name, href })),
  ...helpTopics.map(({ id, title, area }) => ({ kind: '帮助' as const, name: title, detail: area, href: helpPath(id) })),
].map((entry) => ({ ...entry, key: `${entry.kind} ${entry.href}` }))

/** Maximum number of templates of a collection that are offered. */
const maxTemplates = 500

/** Reads every model, template and collection of assets; recently read lists come from the cache. */
export async function readCatalogue(api: Api, queries: QueryClient): Promise<readonly Entry[]> {
  const models = async (): Promise<Entry[]> => {
    const brands = await queries.fetchQuery(phoneBrandsQuery(api))
    const each = await Promise.all(
      brands.map(async (brand) =>
        (await queries.fetchQuery(phoneModelsQuery(api, brand.id))).map((model) => ({
          key: `model ${model.id}`,
          kind: '型号' as const,
          name: model.name,
          detail: brand.name,
          href: screens.wireframes({ brand: brand.id, model: model.id }),
        })),
      ),
    )
    return each.flat()
  }
  const templates = async (): Promise<Entry[]> => {
    const collections = await queries.fetchQuery(templateCollectionsQuery(api))
    const each = await Promise.all(
      collections.map(async ({ id, name }) =>
        (await queries.fetchQuery(templateListQuery(api, { collectionId: id, pageNo: 1, pageSize: maxTemplates }))).items.map(
          (template) => ({
            key: `template ${template.id}`,
            kind: '模板' as const,
            name: templateName(template),
            detail: name,
            href: screens.templates({ collection: id, design: template.id }),
          }),
        ),
      ),
    )
    return each.flat()
  }
  const collections = async (): Promise<Entry[]> => {
    const each = await Promise.all(
      assetKinds.map(async (kind) =>
        (await queries.fetchQuery(assetCollectionsQuery(api, kind.type))).map(({ id, name }) => ({
          key: `assets ${id}`,
          kind: '素材分组' as const,
          name,
          detail: kind.label,
          href: galleryOf(kind.key)({ collection: id }),
        })),
      ),
    )
    return each.flat()
  }
  // One list that cannot be read does not affect the others.
  const read = await Promise.allSettled([models(), templates(), collections()])
  return read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/** Finds orders with this text in their number, product or model: an entry for the whole list, and its first few orders. */
export async function findOrders(api: Api, queries: QueryClient, query: string): Promise<readonly Entry[]> {
  const href = (keyword: string) => screens.orders({ q: keyword })
  const list: Entry = { key: 'orders', kind: '订单', name: `在订单里搜索「${query}」`, href: href(query) }
  const found = await queries.fetchQuery(ordersQuery(api, { keyword: query, pageNo: 1, pageSize: 5 })).then(
    ({ items }) => items,
    () => [],
  )
  return [
    list,
    ...found.map(({ id, originalId, orderItems }) => ({
      key: `order ${id}`,
      kind: '订单' as const,
      name: originalId,
      ...(orderItems[0] && { detail: orderItems[0].title }),
      href: href(originalId),
    })),
  ]
}
