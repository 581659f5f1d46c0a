import { IconCopy } from '@arco-design/web-react/icon'
import { toastFailure, toastSuccess } from '../../ui/toast'
import './order-number.css'

/** Copies through a text field: pages served over plain http have no clipboard API. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  const focused = document.activeElement
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // The field goes into the open drawer, if there is one: the drawer's focus trap would take the focus back at once.
  ;(focused?.parentElement ?? document.body).append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}

async function copy(text: string): Promise<void> {
  const copied = navigator.clipboard
    ? await navigator.clipboard.writeText(text).then(
        () => true,
        () => copyBySelection(text),
      )
    : copyBySelection(text)
  if (copied) toastSuccess('已复制')
  else toastFailure('没有复制成功，请选中订单号后按 Ctrl+C')
}

/** The marketplace's order number with a copy button. */
export function OrderNumber({ number }: { readonly number: string }) {
  return (
    <span className="orders-number">
      <span className="orders-number-text numeric" title={number}>
        {number}
      </span>
      <button
        type="button"
        className="orders-copy"
        aria-label={`复制订单号 ${number}`}
        title="复制订单号"
        onClick={() => void copy(number)}
      >
        <IconCopy />
      </button>
    </span>
  )
}
