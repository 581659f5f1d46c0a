import './hint-mark.css'
import { Tooltip } from '@arco-design/web-react'
import { IconQuestionCircle } from '@arco-design/web-react/icon'

interface HintMarkProps {
  /** The word that is explained, such as 需要背景. */
  readonly label: string
  readonly text: string
}

/** A question mark that explains a word on hover, on focus and on a tap. */
export function HintMark({ label, text }: HintMarkProps) {
  return (
    <Tooltip content={text} trigger={['hover', 'focus', 'click']}>
      <button type="button" className="hint-mark" aria-label={`${label}是什么`} aria-description={text}>
        <IconQuestionCircle />
      </button>
    </Tooltip>
  )
}
