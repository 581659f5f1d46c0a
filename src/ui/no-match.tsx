import { Button } from '@arco-design/web-react'

interface NoMatchProps {
  /** The message with the words that were searched: 没有名称包含「小米」的型号. */
  readonly text: string
  readonly onClear: () => void
}

/** Shown when there are rows, but none match the filters. */
export function NoMatch({ text, onClear }: NoMatchProps) {
  return (
    <div className="state-block" role="status">
      <h2 className="state-title">没有符合条件的结果</h2>
      <p className="state-text">{text}</p>
      <Button onClick={onClear}>清空筛选</Button>
    </div>
  )
}
