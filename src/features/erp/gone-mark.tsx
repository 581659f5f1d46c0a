import { Tag } from '@arco-design/web-react'

interface GoneMarkProps {
  readonly text: string
  /** What it means. */
  readonly hint: string
}

/** The factory does not list it any more. */
export function GoneMark({ text, hint }: GoneMarkProps) {
  return (
    <Tag size="small" color="orange" title={hint} className="erp-gone">
      {text}
    </Tag>
  )
}
