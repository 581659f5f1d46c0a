/** The window a payment is made in: opened inside a click, because a later one is blocked, and filled when the form is there. */
import { sessionValues, sessionValuesOf } from '../../../adapters/storage/values'
import type { PaymentForm } from './payment-form'

export interface PaymentWindow {
  /** Sends the form off in the window. */
  show(form: PaymentForm): void
  close(): void
}

/** Says in the window's own session storage that it is there only to pay in, so that the result page may close it. */
const markKey = 'kejiang.payWindow'

/** Whether this window was opened to pay in. Where its storage is closed nobody knows: the result page then goes on to the credits. */
export const isPaymentWindow = (): boolean => sessionValues.getItem(markKey) === '1'

function say({ document }: Window, text: string): void {
  document.documentElement.lang = 'zh-CN'
  document.title = '支付'
  const line = document.createElement('p')
  line.textContent = text
  Object.assign(line.style, { margin: '20vh 24px', font: '16px/24px sans-serif', textAlign: 'center' })
  document.body.replaceChildren(line)
}

function send({ document }: Window, { action, method, fields }: PaymentForm): void {
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
  // Not form.submit(): a field of that name would stand in its place.
  HTMLFormElement.prototype.submit.call(form)
}

/**
 * Opens an empty window; must be called inside a click or key press.
 *
 * @returns null where it was blocked, or where the client opens no windows.
 */
export function openPaymentWindow(): PaymentWindow | null {
  let opened: Window | null = null
  try {
    opened = window.open('', '_blank')
    if (!opened) return null
    // The payment page must not reach back into the plugin.
    opened.opener = null
    sessionValuesOf(opened).setItem(markKey, '1')
    say(opened, '正在打开支付页面，请稍候…')
  } catch {
    // A window that cannot be written to is of no use: as good as blocked.
    opened?.close()
    return null
  }
  const filled = opened
  return {
    show: (form) => send(filled, form),
    close: () => filled.close(),
  }
}
