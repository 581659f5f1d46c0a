import { Message } from '@arco-design/web-react'

/** Says shortly that something worked. Failures never come as toasts alone: they need room, a cause and a way on. */
export function toastSuccess(text: string): void {
  Message.success({ content: text, duration: 2000 })
}

/** Says that a thing did not work; only beside the place that keeps the cause and what was typed. */
export function toastFailure(text: string): void {
  Message.error({ content: text, duration: 3000 })
}

/** A hint that asks for nothing, such as 正在排序中，请稍后重试. */
export function toastHint(text: string): void {
  Message.warning({ content: text, duration: 3000 })
}
