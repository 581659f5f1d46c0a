/** The marketplace's APIs the simulated client may call, answered from authored fixtures. */
import item from '../../fixtures/marketplace/taobao.item.seller.get.json'
import onSale from '../../fixtures/marketplace/taobao.items.onsale.get.json'
import seller from '../../fixtures/marketplace/taobao.user.seller.get.json'

const replies: ReadonlyMap<string, unknown> = new Map<string, unknown>(
  [item, onSale, seller].map((fixture) => [fixture.api, fixture.reply]),
)

/** The marketplace's error body. */
export interface TopError {
  readonly code: number | string
  readonly msg: string
  readonly sub_code?: string
  readonly sub_msg?: string
}

/** The recorded answer; undefined for an API that is not on the list. */
export const answerOf = (api: string): unknown => replies.get(api)

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

/** Session codes of the marketplace: the user must authorise again. */
export const isSessionCode = (code: number | string): boolean => ['26', '27', '53'].includes(String(code))

/** What the cloud SDK throws for it: an Error whose message is the body as JSON. */
export const thrownFor = (error: TopError): Error => new Error(JSON.stringify(error))
