import { Message } from '@arco-design/web-react'

/** Says shortly that something worked. Failures never come as toasts: they need room, a cause and a way on. */
export function toastSuccess(text: string): void {
  Message.success({ content: text, duration: 2000 })
}

/** A hint that asks for nothing, such as 正在排序中，请稍后重试. */
export function toastHint(text: string): void {
  Message.warning({ content: text, duration: 3000 })
}
