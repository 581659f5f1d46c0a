/** Replies of the marketplace APIs that the simulated client allows, from authored fixtures. */
import gateway from '../../fixtures/marketplace/gateway.json'
import item from '../../fixtures/marketplace/taobao.item.seller.get.json'
import onSale from '../../fixtures/marketplace/taobao.items.onsale.get.json'
import seller from '../../fixtures/marketplace/taobao.user.seller.get.json'

const replies: ReadonlyMap<string, unknown> = new Map<string, unknown>(
  [item, onSale, seller].map((fixture) => [fixture.api, fixture.reply]),
)

/** The body of a marketplace error. */
export interface TopError {
  readonly code: number | string
  readonly msg: string
  readonly sub_code?: string
  readonly sub_msg?: string
}

/** Returns an id as the client's JSON parser does: a number if it is exact, otherwise text. */
const idOf = (text: string): number | string => (Number.isSafeInteger(Number(text)) ? Number(text) : text)

/** Returns the reply with those requested items that belong to the signed-in seller; other ids are left out. */
function itemsOf(data: unknown): unknown {
  const requestedIds = typeof data === 'object' && data !== null && 'num_iids' in data ? String(data.num_iids).split(',') : []
  const [seller] = gateway.sellers
  const found = (seller?.items ?? []).filter(({ num_iid }) => requestedIds.includes(num_iid))
  if (found.length === 0) return { items_seller_list_get_response: { request_id: 'authored' } }
  const items = found.map(({ skus, ...rest }) => ({
    ...rest,
    num_iid: idOf(rest.num_iid),
    ...(skus.length === 0 ? {} : { skus: { sku: skus.map((sku) => ({ ...sku, sku_id: idOf(sku.sku_id) })) } }),
  }))
  return { items_seller_list_get_response: { items: { item: items }, request_id: 'authored' } }
}

/** Returns the reply of an API; undefined if it is not on the list. */
export const answerOf = (api: string, data: unknown = {}): unknown =>
  api === 'taobao.items.seller.list.get' ? itemsOf(data) : replies.get(api)

export const topErrors = {
  session: (code: number): TopError => ({ code, msg: 'Invalid session', sub_code: 'session-expired', sub_msg: '授权已过期' }),
  package: {
    code: 11,
    msg: 'Insufficient isv permissions',
    sub_code: 'isv.permission-api-package-limit',
    sub_msg: '应用没有该接口的权限包',
  },
  subAccount: {
    code: 12,
    msg: 'Insufficient user permissions',
    sub_code: 'isv.permission-sub-account',
    sub_msg: '该子帐号无此操作权限',
  },
  business: {
    code: 50,
    msg: 'Remote service error',
    sub_code: 'isv.item-get-service-error:ITEM_INFO_ERROR',
    sub_msg: '商品信息有误，请检查后重试',
  },
} as const

/** Whether an error code means that the seller must authorise again. */
export const isSessionCode = (code: number | string): boolean => ['26', '27', '53'].includes(String(code))

/** Returns what the cloud SDK throws for an error: an Error whose message is the body as JSON. */
export const thrownFor = (error: TopError): Error => new Error(JSON.stringify(error))
