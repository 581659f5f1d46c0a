/**
 * Serves a page at customization links while no buyers' program is configured: it says that the program is missing, instead of
 * showing the back office's sign-in to buyers.
 */
import type { App } from './environment'

const page = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>定制页面还没有开通</title><style>
:root { color-scheme: light dark; font: 16px/1.6 "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f2f3f5; color: #1d2129 }
main { box-sizing: border-box; width: min(24rem, calc(100vw - 2rem)); padding: 2.5rem 2rem; border-radius: 16px; background: #fff; text-align: center }
svg { width: 64px; height: 112px; margin-bottom: 1rem }
h1 { margin: 0 0 .75rem; font-size: 1.25rem }
p { margin: 0 0 .5rem; color: #4e5969 }
@media (prefers-color-scheme: dark) { body { background: #17171a; color: #f6f6f6 } main { background: #232324 } p { color: #c5c5c5 } }
</style></head>
<body><main>
<svg viewBox="0 0 64 112" fill="none" stroke="#86909c" stroke-width="3" aria-hidden="true"><rect x="3" y="3" width="58" height="106" rx="12"/>
<rect x="10" y="10" width="22" height="24" rx="6"/><path d="M22 66l8 8 14-18" stroke="#165dff" stroke-width="4" stroke-dasharray="4 4"/></svg>
<h1>定制页面还没有开通</h1>
<p>这家店的手机壳定制页面还在准备中。</p>
<p>请联系卖家，由卖家告诉您什么时候可以定制。</p>
</main></body></html>`

export function mountCustomize(app: App): void {
  app.get('/customize/:shop', (c) => {
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'")
    return c.html(page, 404)
  })
}
