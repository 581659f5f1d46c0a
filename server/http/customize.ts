/**
 * What stands where links lead while no buyers' program is configured: whoever follows one, a seller trying it or a buyer, is told
 * what is missing instead of being shown the back office's sign-in.
 */
import type { App } from './environment'

const page = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>定制页面还没有开通</title></head>
<body style="font:16px/1.6 sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem">
<h1 style="font-size:1.25rem">定制页面还没有开通</h1>
<p>买家定制手机壳的页面由买家端程序提供，这台服务器上还没有配置。</p>
<p>如果您是买家，请联系卖家；如果您是卖家，请联系服务商设置买家端地址（BUYER_URL）后再把链接发给买家。</p>
</body></html>`

export function mountCustomize(app: App): void {
  app.get('/customize/:shop', (c) => {
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'")
    return c.html(page, 404)
  })
}
