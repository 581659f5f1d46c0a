import { Button, type ButtonProps } from '@arco-design/web-react'
import { IconCopy } from '@arco-design/web-react/icon'
import { copyText } from './copy-text'
import { toastFailure, toastSuccess } from './toast'

interface CopyButtonProps {
  readonly text: string
  /** What is copied: 复制商品ID 1011032513942101325. */
  readonly label: string
  /** Written on the button; absent: only the picture. */
  readonly children?: string
  readonly size?: ButtonProps['size']
  /** Absent: quiet as a picture, a button to be seen with words on it. */
  readonly type?: ButtonProps['type']
}

/** Copies a text and says so. */
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
