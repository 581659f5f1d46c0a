import { Button, type ButtonProps } from '@arco-design/web-react'
import { IconCopy } from '@arco-design/web-react/icon'
import { copyText } from './copy-text'
import { toastFailure, toastSuccess } from './toast'

interface CopyButtonProps {
  readonly text: string
  /** Accessible name with the copied value: 复制商品ID 1011032513942101325. */
  readonly label: string
  /** Visible label of the button; absent: only the icon. */
  readonly children?: string
  readonly size?: ButtonProps['size']
  /** Absent: an icon alone is a text button, a labelled button a visible one. */
  readonly type?: ButtonProps['type']
}

/** Copies a text and shows a message about it. */
export function CopyButton({ text, label, children, size = 'mini', type }: CopyButtonProps) {
  const copy = async () => {
    if (await copyText(text)) toastSuccess('已复制')
    else toastFailure('没有复制成功，请选中文字后按 Ctrl + C')
  }
  return (
    <Button
      size={size}
      type={type ?? (children === undefined ? 'text' : 'secondary')}
      icon={<IconCopy />}
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      {children}
    </Button>
  )
}
