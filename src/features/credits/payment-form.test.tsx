import { describe, expect, test } from 'vitest'
import { PaymentFormError, paymentAddress, readPaymentForm } from './payment-form'

// The form as Alipay's SDK writes it.
const alipay = `
<form action="https://openapi.alipay.com/gateway.do?method=alipay.trade.page.pay&amp;charset=utf-8&amp;sign=a%2Bb%3D%3D" method="post"
  name="alipaySDKSubmit1700000000000" id="alipaySDKSubmit1700000000000">
  <input type="hidden" name="biz_content" value="{&quot;out_trade_no&quot;:&quot;KJ1&quot;,&quot;subject&quot;:&quot;点数 &amp; 1&quot;}" />
</form>
<script>globalThis.ran = true; document.forms["alipaySDKSubmit1700000000000"].submit()</script>
<img src="x" onerror="globalThis.ran = true">`

describe('a payment form', () => {
  test('reading a payment form returns its address and fields, and runs none of its scripts', () => {
    expect(readPaymentForm(alipay)).toEqual({
      action: 'https://openapi.alipay.com/gateway.do?method=alipay.trade.page.pay&charset=utf-8&sign=a%2Bb%3D%3D',
      method: 'post',
      fields: [['biz_content', '{"out_trade_no":"KJ1","subject":"点数 & 1"}']],
    })
    expect('ran' in globalThis).toBe(false)
    expect(document.forms).toHaveLength(0)
  })

  test('a relative address is resolved against this server, and buttons are not read as fields', () => {
    const html =
      '<form action="/cashier/gateway.do"><input name="a" value="1"><input type="submit" name="submit" value="付"></form>'
    expect(readPaymentForm(html, 'https://shop.example/app/pay')).toEqual({
      action: 'https://shop.example/cashier/gateway.do',
      method: 'get',
      fields: [['a', '1']],
    })
  })

  test('a form without an http(s) address is refused', () => {
    const broken = [
      '',
      '<p>维护中</p>',
      '<form><input name="a"></form>',
      '<form action=" "></form>',
      '<form action="javascript:alert(1)"></form>',
      '<form action="data:text/html,x"></form>',
      '<form action="blob:https://shop.example/1"></form>',
      '<form action="http://[broken"></form>',
    ]
    for (const html of broken) expect(() => readPaymentForm(html), html).toThrow(PaymentFormError)
  })

  test('a form can be turned into one address for platforms that only open links', () => {
    const address = new URL(paymentAddress(readPaymentForm(alipay)))
    expect(Object.fromEntries(address.searchParams)).toEqual({
      method: 'alipay.trade.page.pay',
      charset: 'utf-8',
      sign: 'a+b==',
      biz_content: '{"out_trade_no":"KJ1","subject":"点数 & 1"}',
    })
    const got = { action: 'https://pay.example/?old=1', method: 'get', fields: [['a', '1']] } as const
    expect(paymentAddress(got)).toBe('https://pay.example/?a=1')
  })
})
