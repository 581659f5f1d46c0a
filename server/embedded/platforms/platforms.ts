/**
 * The doubles of Douyin and WeChat shops: they answer the calls of the adapters as the documents say, check tokens and signatures,
 * and keep what they were handed.
 */
import { fieldsOf } from '../../../contract/ground/fields'
import { createDouyinHook, douyinOrigin, relaySignature } from '../../infra/platforms/douyin'
import { createWechatStoreHook, wechatOrigin } from '../../infra/platforms/wechat-store'
import type { Clock } from '../../ports/clock'
import type { PlatformHooks } from '../../ports/platform-hooks'

/** A design as a double keeps it. */
export interface KeptDesign {
  readonly platform: 'douyin' | 'wechat'
  readonly orderOriginalId: string
  readonly userId: string | null
  /** Name of the file. */
  readonly name: string
  readonly bytes: number
  readonly texts: readonly { readonly key: string; readonly content: string }[]
}

export interface PlatformDoubles {
  readonly hooks: PlatformHooks
  /** The designs, each order's latest one, in the order in which they first came. */
  kept(): readonly KeptDesign[]
  /** Answers requests instead, where a test set it: with the double's own answer or with another one. */
  intercept: ((path: string, answer: () => Promise<Response>) => Promise<Response>) | null
}

const douyin = { appId: 'tt-demo', appSecret: 'demo-douyin-secret', relayUrl: 'https://relay.invalid/designs' }
const wechat = { appId: 'wx-demo', appSecret: 'demo-wechat-secret' }
const token = 'demo-token'

export function openPlatformDoubles({ clock }: { readonly clock: Clock }): PlatformDoubles {
  const designs = new Map<string, KeptDesign>()
  const keep = (design: KeptDesign) => designs.set(`${design.platform}/${design.orderOriginalId}`, design)
  const doubles: PlatformDoubles = {
    hooks: {},
    kept: () => [...designs.values()],
    intercept: null,
  }

  async function relay(request: Request): Promise<Response> {
    const body = await request.text()
    const time = request.headers.get('x-kejiang-time') ?? ''
    if (request.headers.get('x-kejiang-signature') !== relaySignature(douyin.appSecret, time, body))
      return Response.json({ err_no: 401, err_msg: 'bad signature' })
    const { orderId, openId, file, customData } = fieldsOf(JSON.parse(body))
    const { name, base64 } = fieldsOf(file)
    const { text } = fieldsOf(customData)
    keep({
      platform: 'douyin',
      orderOriginalId: String(orderId),
      userId: typeof openId === 'string' ? openId : null,
      name: String(name),
      bytes: Buffer.from(String(base64), 'base64').length,
      texts: (Array.isArray(text) ? text : []).map((one) => {
        const { key, content } = fieldsOf(one)
        return { key: String(key), content: String(content) }
      }),
    })
    return Response.json({ err_no: 0, err_msg: 'success' })
  }

  async function queryStatus(request: Request): Promise<Response> {
    if (request.headers.get('access-token') !== token) return Response.json({ err_no: 28001003, err_msg: 'access_token无效' })
    const { order_id: orderId, open_id: openId } = fieldsOf(await request.json())
    const isThere = designs.get(`douyin/${String(orderId)}`)?.userId === openId
    return Response.json({ err_no: 0, err_msg: 'success', data: { success_code: isThere ? 0 : 1 } })
  }

  async function upload(request: Request): Promise<Response> {
    const query = new URL(request.url).searchParams
    if (query.get('access_token') !== token) return Response.json({ errcode: 40001, errmsg: 'invalid credential' })
    const file = (await request.formData()).get('file')
    if (!(file instanceof File)) return Response.json({ errcode: 10020055, errmsg: '参数有误' })
    const [orderOriginalId = ''] = file.name.split('-')
    keep({ platform: 'wechat', orderOriginalId, userId: query.get('openid'), name: file.name, bytes: file.size, texts: [] })
    return Response.json({ errcode: 0, errmsg: 'ok', media_id: `media-${orderOriginalId}` })
  }

  const answers: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
    [douyin.relayUrl]: relay,
    [`${douyinOrigin}/oauth/client_token/`]: async () => Response.json({ data: { access_token: token, expires_in: 7200 } }),
    [`${douyinOrigin}/api/ecom/v1/customization/query_status/`]: queryStatus,
    [`${wechatOrigin}/cgi-bin/stable_token`]: async () => Response.json({ access_token: token, expires_in: 7200 }),
    [`${wechatOrigin}/channels/ec/open/upload`]: upload,
  }
  const gateway = async (request: Request): Promise<Response> => {
    const { origin, pathname } = new URL(request.url)
    const known = answers[`${origin}${pathname}`]
    const answer = async () => (known ? known(request) : new Response('{}', { status: 404 }))
    return doubles.intercept ? doubles.intercept(pathname, answer) : answer()
  }
  const parts = { gateway, now: () => clock.now() }
  const hooks = { DOUDIAN: createDouyinHook(douyin, parts), WECHAT_STORE: createWechatStoreHook(wechat, parts) }
  return Object.assign(doubles, { hooks })
}
