import type { MessageProps } from '@arco-design/web-react'

/** Arco's messages come with the first toast: no page needs them before. */
const messages = async () => (await import('@arco-design/web-react/es/Message')).default

async function show(kind: 'success' | 'error' | 'warning', message: MessageProps): Promise<void> {
  const shown = await messages()
  shown[kind]?.(message)
}

/**
 * Briefly shows a success. Failures are never shown only as toasts: they need room, a cause and a remedy.
 *
 * @param id a toast that is still shown under the same id is replaced; without one, toasts are shown below each other.
 */
export function toastSuccess(text: string, id?: string): void {
  void show('success', { content: text, duration: 2000, ...(id !== undefined && { id }) })
}

/** Briefly shows a failure; only beside a place that shows the cause and preserves the input. */
export function toastFailure(text: string): void {
  void show('error', { content: text, duration: 3000 })
}

/**
 * Briefly shows a hint that needs no action, such as 正在排序中，请稍后重试.
 *
 * @param id as for `toastSuccess`.
 */
export function toastHint(text: string, id?: string): void {
  void show('warning', { content: text, duration: 3000, ...(id !== undefined && { id }) })
}
