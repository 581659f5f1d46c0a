/**
 * WeChat shops (微信小店). Public: `POST /channels/ec/open/upload?access_token&upload_type=0&openid` with the file as form data, which answers
 * `{errcode, errmsg, media_id}` ("用于下单后传给商家进行定制商品发货", developers.weixin.qq.com/doc/store/shop/API/miniandstore/basic/api_uploadec),
 * and `POST /cgi-bin/stable_token`. The document names no parameter for the order and no query of what was uploaded: the file's name
 * carries the order's number and the code, which is a guess at what a seller looks for.
 */

import { Failure } from '../../kernel/failure'
import type { PlatformHook } from '../../ports/platform-hooks'
import { callJson, createTokenKeeper, jsonBody, type PlatformGateway, refused } from './call'

export interface WechatStoreAccess {
  readonly appId: string
  readonly appSecret: string
}

export const wechatOrigin = 'https://api.weixin.qq.com'
const system = 'wechat'
/** Codes of a token that is wrong or has ended. */
const tokenCodes = new Set([40001, 40014, 42001])

export function createWechatStoreHook(
  { appId, appSecret }: WechatStoreAccess,
  { gateway, now }: { readonly gateway: PlatformGateway; readonly now: () => Date },
): PlatformHook {
  const token = createTokenKeeper(now, async () => {
    const body = { grant_type: 'client_credential', appid: appId, secret: appSecret }
    const reply = await callJson(system, gateway, `${wechatOrigin}/cgi-bin/stable_token`, jsonBody(body))
    if (typeof reply.access_token !== 'string') throw refused('微信', reply.errcode, reply.errmsg)
    return { text: reply.access_token, seconds: Number(reply.expires_in) || 0 }
  })
  return {
    async deliver({ orderOriginalId, userId, code, picture }) {
      if (userId === null) throw new Failure('upstream-failed', '链接没有带买家的 openid，微信小店不接受没有买家的设计')
      const query = new URLSearchParams({ access_token: await token.get(), upload_type: '0', openid: userId })
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `${orderOriginalId}-${code}.jpg`)
      const reply = await callJson(system, gateway, `${wechatOrigin}/channels/ec/open/upload?${query}`, { body: form })
      if (tokenCodes.has(Number(reply.errcode))) {
        token.forget()
        throw new Failure('unavailable', '微信的凭证已过期，请稍后重新发送')
      }
      if (typeof reply.media_id !== 'string') throw refused('微信小店', reply.errcode, reply.errmsg)
      return reply.media_id
    },
    hasDesign: async () => null,
  }
}
