/**
 * Douyin shops (抖店). What is public:
 * - `plugin.submitEcCustomGoods({orderId, filePath, customData: {text: [{id, key, content}], image, extra}})` of the mini-program, with a
 *   square JPEG of at most 200 KB as a file of the phone (developer.open-douyin.com, e-commerce-plugin/shopping-guide/submiteccustomgoods).
 *   Only the mini-program itself can call it; servers cannot.
 * - `POST /api/ecom/v1/customization/query_status/` (server/industry/e-commerce/custom-goods-order-detail), which needs the buyer's open_id,
 *   and `POST /oauth/client_token/`.
 * Ours, because no document covers it: `relayUrl`, where the operator's mini-program takes what it passes on to the plugin, signed
 * with the app's secret. That `success_code` 0 means a completed customization is a guess from the documented example; it is only shown.
 */
import { createHmac } from 'node:crypto'
import { fieldsOf } from '../../../contract/ground/fields'
import type { PlatformHook } from '../../ports/platform-hooks'
import { callJson, createTokenKeeper, jsonBody, type PlatformGateway, refused } from './call'

export interface DouyinAccess {
  /** App ID of the mini-program, its client key. */
  readonly appId: string
  readonly appSecret: string
  /** Address of the mini-program's own backend. */
  readonly relayUrl: string
}

export const douyinOrigin = 'https://open.douyin.com'
const system = 'douyin'
/** Codes of a token that is wrong or has ended. */
const tokenCodes = new Set([28001003, 28001008])

export const relaySignature = (secret: string, time: string, body: string): string =>
  createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')

export function createDouyinHook(
  { appId, appSecret, relayUrl }: DouyinAccess,
  { gateway, now }: { readonly gateway: PlatformGateway; readonly now: () => Date },
): PlatformHook {
  const token = createTokenKeeper(now, async () => {
    const body = { client_key: appId, client_secret: appSecret, grant_type: 'client_credential' }
    const reply = await callJson(system, gateway, `${douyinOrigin}/oauth/client_token/`, jsonBody(body))
    const data = fieldsOf(reply.data)
    if (typeof data.access_token !== 'string' || data.access_token === '')
      throw refused('抖音', data.error_code, data.description ?? reply.message)
    return { text: data.access_token, seconds: Number(data.expires_in) || 0 }
  })
  return {
    async deliver({ id, orderOriginalId, userId, code, texts, picture }) {
      const body = JSON.stringify({
        id,
        orderId: orderOriginalId,
        openId: userId,
        file: { name: `${code}.jpg`, contentType: 'image/jpeg', base64: picture.toString('base64') },
        customData: {
          text: texts.map(({ name, value }, at) => ({ id: at + 1, key: name, content: value })),
          image: [],
          extra: { code },
        },
      })
      const time = String(now().getTime())
      const headers = {
        'content-type': 'application/json',
        'x-kejiang-time': time,
        'x-kejiang-signature': relaySignature(appSecret, time, body),
      }
      const reply = await callJson(system, gateway, relayUrl, { headers, body })
      if (reply.err_no !== 0) throw refused('抖音小程序', reply.err_no, reply.err_msg)
      return null
    },
    async hasDesign({ orderOriginalId, userId }) {
      if (userId === null) return null
      const body = { app_id: appId, open_id: userId, order_id: orderOriginalId }
      const url = `${douyinOrigin}/api/ecom/v1/customization/query_status/`
      const init = jsonBody(body)
      const reply = await callJson(system, gateway, url, {
        ...init,
        headers: { 'content-type': 'application/json', 'access-token': await token.get() },
      })
      if (tokenCodes.has(Number(reply.err_no))) token.forget()
      if (reply.err_no !== 0) throw refused('抖音', reply.err_no, reply.err_msg)
      return fieldsOf(reply.data).success_code === 0
    },
  }
}
