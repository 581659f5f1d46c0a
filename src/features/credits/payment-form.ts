/**
 * Reads the HTML form of a payment provider that the admin API returns. It is parsed in a document that runs and loads nothing;
 * the form that is shown is rebuilt from its address and fields.
 */
import { resolveFileUrl } from '../../api/file-url'

export interface PaymentForm {
  /** An http(s) address. */
  readonly action: string
  readonly method: 'get' | 'post'
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** The form cannot be used; the seller may try again. */
export class PaymentFormError extends Error {
  override readonly name = 'PaymentFormError'
  constructor() {
    super('支付页面的内容不完整，没有打开，也没有扣款。请重试；仍然不行请联系客服。')
  }
}

const unsentTypes = /^(?:submit|button|image|reset|file|checkbox|radio)$/

/**
 * Reads the first form of the HTML.
 *
 * @param base address against which a relative address of the form is resolved.
 * @throws PaymentFormError when there is no form, or its address is not http(s).
 */
export function readPaymentForm(html: string, base: string = location.href): PaymentForm {
  const form = new DOMParser().parseFromString(html, 'text/html').querySelector('form')
  const actionText = form?.getAttribute('action')?.trim() ?? ''
  if (!form || actionText === '') throw new PaymentFormError()
  let action: URL
  try {
    action = new URL(resolveFileUrl(actionText), base)
  } catch (cause) {
    throw Object.assign(new PaymentFormError(), { cause })
  }
  if (action.protocol !== 'https:' && action.protocol !== 'http:') throw new PaymentFormError()
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[name], textarea[name]')]
    .filter((field) => !unsentTypes.test((field.getAttribute('type') ?? '').toLowerCase()))
    .map((field) => [field.getAttribute('name') ?? '', field.value] as const)
  return { action: action.href, method: form.getAttribute('method')?.toLowerCase() === 'post' ? 'post' : 'get', fields }
}

/** The form as one address, for platforms that open links but no windows; payment providers accept both. */
export function paymentAddress({ action, method, fields }: PaymentForm): string {
  const address = new URL(action)
  // As in a browser, the fields of a GET form replace the query of its address.
  if (method === 'get') address.search = ''
  for (const [name, value] of fields) address.searchParams.append(name, value)
  return address.href
}
