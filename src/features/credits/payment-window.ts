/** The window for a payment: opened inside a click, since browsers block it later, and filled once the form arrives. */
import { sessionValues, sessionValuesOf } from '../../../adapters/storage/values'
import { paymentWindowKey } from '../../base/aside-window'
import type { PaymentForm } from './payment-form'

export interface PaymentWindow {
  /** Submits the form in the window. */
  show(form: PaymentForm): void
  close(): void
}

/** True if this window was opened for paying; false when its storage is blocked: the result page then goes on to the credits. */
export const isPaymentWindow = (): boolean => sessionValues.getItem(paymentWindowKey) === '1'

function showText({ document }: Window, text: string): void {
  document.documentElement.lang = 'zh-CN'
  document.title = '支付'
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  Object.assign(paragraph.style, { margin: '20vh 24px', font: '16px/24px sans-serif', textAlign: 'center' })
  document.body.replaceChildren(paragraph)
}

function submitForm({ document }: Window, { action, method, fields }: PaymentForm): void {
  const form = document.createElement('form')
  form.action = action
  form.method = method
  form.acceptCharset = 'utf-8'
  for (const [name, value] of fields) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  // `form.submit` might be a field with that name, so call the prototype's method.
  HTMLFormElement.prototype.submit.call(form)
}

/**
 * Opens an empty window; must be called inside a click or key press.
 *
 * @returns null when it was blocked, or the client opens no windows.
 */
export function openPaymentWindow(): PaymentWindow | null {
  let opened: Window | null = null
  try {
    opened = window.open('', '_blank')
    if (!opened) return null
    // The payment page must not get access to the plugin's window.
    opened.opener = null
    sessionValuesOf(opened).setItem(paymentWindowKey, '1')
    showText(opened, '正在打开支付页面，请稍候…')
  } catch {
    // A window that cannot be written to is useless: treat it as blocked.
    opened?.close()
    return null
  }
  const paymentWindow = opened
  return {
    show: (form) => submitForm(paymentWindow, form),
    close: () => paymentWindow.close(),
  }
}
