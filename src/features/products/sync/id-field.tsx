import { Input } from '@arco-design/web-react'
import { useId } from 'react'
import { productSyncHint } from '../../../../contract/constants'

interface IdFieldProps {
  readonly text: string
  readonly onChange: (text: string) => void
  /** How many different ids the text has. */
  readonly count: number
  readonly disabled: boolean
  readonly isWrong: boolean
}

/** The second way to name products: their ids, pasted. */
export function IdField({ text, onChange, count, disabled, isWrong }: IdFieldProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="products-label">
        商品ID
      </label>
      <Input.TextArea
        id={id}
        autoFocus
        value={text}
        onChange={onChange}
        disabled={disabled}
        autoSize={{ minRows: 4, maxRows: 10 }}
        placeholder="可以粘贴多个，用逗号、空格或换行分隔"
        aria-describedby={`${id}-hint`}
        {...(isWrong && { status: 'error' as const })}
      />
      <p id={`${id}-hint`} className="products-count">
        <span>建议一次最多 {productSyncHint} 个；重复的只同步一次</span>
        <span className="numeric" role="status">
          共 {count} 个
        </span>
      </p>
    </>
  )
}
