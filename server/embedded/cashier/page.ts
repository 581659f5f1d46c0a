/** Pages of the embedded cashier: plain HTML that loads nothing. */
import { toYuan } from '../../infra/payments/format'
import { escapeHtml } from '../../kernel/html'
import type { Trade } from './trades'

export interface Page {
  readonly html: string
  /** Value of the Content-Security-Policy header: only this page's own style and script. */
  readonly policy: string
}

const style = `
:root { color-scheme: light dark; --page: #f2f3f5; --card: #fff; --text: #1d2129; --soft: #4e5969; --note: #fff7e8; --line: #86909c;
  font: 16px/1.6 "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif }
@media (prefers-color-scheme: dark) {
  :root { --page: #17171a; --card: #232324; --text: #f6f6f6; --soft: #c5c5c5; --note: #4d2d00; --line: #929293 }
}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page) }
main { width: min(26rem, calc(100vw - 2rem)); margin: 1rem; padding: 2rem; box-sizing: border-box; border-radius: 12px;
  background: var(--card); color: var(--text) }
h1 { margin: 0 0 1rem; font-size: 1.25rem }
.note { margin: 0 0 1.5rem; padding: .75rem 1rem; border-radius: 8px; background: var(--note) }
.amount { margin: 0 0 1rem; font-size: 2rem; font-weight: 600; font-variant-numeric: tabular-nums }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1.5rem }
dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
form, .bottom { display: grid; gap: .75rem } form { margin-bottom: .75rem }
button { font: inherit; padding: .6rem 1rem; border-radius: 8px; border: 1px solid var(--line); background: transparent; color: inherit;
  cursor: pointer }
button.main { border-color: transparent; background: #165dff; color: #fff }
button:focus-visible { outline: 3px solid #6aa1ff; outline-offset: 2px }`

const script = `document.getElementById('close').addEventListener('click', function () {
  window.close()
  document.getElementById('closing').hidden = false
})`

const closing = `<div class="bottom"><button type="button" id="close">关闭窗口</button>
<p id="closing" hidden>如果窗口没有关闭，请手动关闭此页面。</p></div>`

function page(title: string, body: string, nonce: string): Page {
  const html = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
<p class="note">这是演示收银台，不会产生真实扣款。</p>
${body}
${closing}
</main><script nonce="${nonce}">${script}</script></body></html>`
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { html, policy }
}

/** Page on which a payer decides; for a paid or closed trade it says so instead. */
export function tradePage(trade: Trade, nonce: string): Page {
  const facts = `<p class="amount">¥ ${toYuan(trade.total_fen)}</p>
<dl><dt>商品</dt><dd>${escapeHtml(trade.subject)}</dd><dt>订单号</dt><dd>${escapeHtml(trade.out_trade_no)}</dd></dl>`
  switch (trade.status) {
    case 'WAIT_BUYER_PAY':
      return page(
        '演示收银台',
        `${facts}
<form method="post"><button class="main" name="do" value="pay">确认支付</button>
<button name="do" value="fail">模拟支付失败</button></form>`,
        nonce,
      )
    case 'TRADE_SUCCESS':
      return page('订单已支付', `${facts}<p>这笔订单已经支付，无需重复付款。</p>`, nonce)
    default:
      return page('订单已关闭', `${facts}<p>这笔订单已关闭或超时未支付，请返回商家重新下单。</p>`, nonce)
  }
}

/** Page for a refused call, with advice to the payer. */
export const refusalPage = (reason: string, nonce: string): Page =>
  page('无法支付', `<p>${escapeHtml(reason || '请求无效')}。请关闭此页面，返回商家重新发起充值。</p>`, nonce)
