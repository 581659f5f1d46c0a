/** Replaces Taobao's authorization page while the embedded gateway replaces Taobao's. */
import type { App } from '../../../http/environment'
import { escapeHtml } from '../../../kernel/html'
import { type Grantor, grantPagePath, grants } from './double'

const text = escapeHtml

const page = (state: string, sellers: readonly Grantor[]): string => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>模拟的淘宝授权页</title><style>
:root { color-scheme: light dark; font: 16px/1.6 "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f2f3f5; color: #1d2129 }
main { box-sizing: border-box; width: min(26rem, calc(100vw - 2rem)); padding: 2rem; border-radius: 12px; background: #fff }
h1 { margin: 0 0 .75rem; font-size: 1.25rem } p { margin: 0 0 1rem }
a { display: block; margin-top: .75rem; padding: .6rem 1rem; border: 1px solid #86909c; border-radius: 8px; color: inherit; text-decoration: none }
a:focus-visible { outline: 3px solid #6aa1ff; outline-offset: 2px }
@media (prefers-color-scheme: dark) { body { background: #17171a; color: #f6f6f6 } main { background: #232324 } }
</style></head><body><main><h1>模拟的淘宝授权页</h1>
<p>这里代替淘宝的登录授权页。选择一个卖家，把店铺授权给壳匠：</p>
${sellers.map(({ nick, code }) => `<a href="/app/setting?${text(new URLSearchParams({ code, state }).toString())}">授权「${text(nick)}」的店铺</a>`).join('\n')}
<a href="/app/setting?${text(new URLSearchParams({ error: 'access_denied', error_description: 'authorize reject', state }).toString())}">不授权，返回</a>
</main></body></html>`

export function mountGrantPage(app: App): void {
  app.get(grantPagePath, (c) => {
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'")
    c.header('Cache-Control', 'no-store')
    return c.html(page((c.req.query('state') ?? '').slice(0, 500), grants))
  })
}
