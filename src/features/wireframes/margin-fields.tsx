import { Button, Input } from '@arco-design/web-react'
import { type ClipboardEvent, type KeyboardEvent, useId } from 'react'
import type { PrintArea } from '../../../contract/types'
import { toastHint, toastSuccess } from '../../ui/toast'
import {
  emptyMargins,
  looksLikeMargins,
  type PrintAreaProblems,
  parsePasted,
  readMargin,
  type Side,
  sideNames,
  sides,
  type TypedMargins,
  withMargin,
} from './print-area'

interface MarginFieldsProps {
  readonly typed: TypedMargins
  readonly problems: PrintAreaProblems
  /** Area and picture size that limit stepping with Up and Down; absent while the size is not known. */
  readonly limit?: { readonly area: PrintArea | null; readonly size: { readonly width: number; readonly height: number } }
  /** Set when the fields stand for many wireframes: the placeholder of each field, which changes nothing while it is empty. */
  readonly placeholders?: Readonly<Record<Side, string>>
  readonly onChange: (typed: TypedMargins) => void
}

/** The four margins: typed, stepped with Up and Down (by 10 with Shift), or pasted as one text into any of the fields. */
export function MarginFields({ typed, problems, limit, placeholders, onChange }: MarginFieldsProps) {
  const id = useId()
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    const margins = parsePasted(text)
    if (margins === null && !looksLikeMargins(text)) return
    event.preventDefault()
    if (margins === null) return toastHint('没有粘贴：内容要是 左,右,上,下 四个整数，例如 20,20,30,30')
    onChange(margins)
    toastSuccess('粘贴成功')
  }
  const step = (side: Side) => (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const current = readMargin(typed[side])
    if (current === undefined) return
    const next = Math.max(0, (current ?? 0) + (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1))
    const limited = limit ? withMargin(limit.area, side, next, limit.size)[side] : next
    onChange({ ...typed, [side]: String(limited) })
  }
  const isEmpty = sides.every((side) => typed[side] === '')
  const pairProblems = [problems.across, problems.down].filter((one) => one !== undefined)
  return (
    <fieldset className="wireframes-margins" onPaste={paste} aria-labelledby={`${id}-name`} aria-describedby={`${id}-hint`}>
      <div className="wireframes-margins-head">
        <h2 id={`${id}-name`}>打印区域边距</h2>
        {!placeholders && (
          <Button size="mini" type="text" disabled={isEmpty} onClick={() => onChange(emptyMargins)}>
            清空边距
          </Button>
        )}
      </div>
      <div className="wireframes-margins-row">
        {sides.map((side) => {
          const problem = problems[side]
          const shownProblem = problem ?? (side === 'left' || side === 'right' ? problems.across : problems.down)
          return (
            <div key={side} className="wireframes-field">
              <span aria-hidden="true">{sideNames[side]}</span>
              <Input
                value={typed[side]}
                {...(placeholders && { placeholder: placeholders[side] })}
                inputMode="numeric"
                autoComplete="off"
                aria-label={`${sideNames[side]}边距（像素）`}
                aria-invalid={shownProblem === undefined ? undefined : true}
                aria-describedby={shownProblem === undefined ? `${id}-hint` : `${id}-problem`}
                {...(shownProblem !== undefined && { status: 'error' as const })}
                onFocus={(event) => event.target.select()}
                onChange={(value) => onChange({ ...typed, [side]: value })}
                onKeyDown={step(side)}
              />
              {problem !== undefined && <em className="wireframes-problem">{problem}</em>}
            </div>
          )
        })}
      </div>
      <p id={`${id}-problem`} className="wireframes-problem" role="alert">
        {pairProblems.join('；')}
      </p>
      <p id={`${id}-hint`} className="wireframes-hint">
        单位像素，{placeholders ? '只改填写了的边，没有填写的保持各自原样' : '全部留空表示不设打印区域'}
        。可在任一框里粘贴「左,右,上,下」，例如 20,20,30,30。
      </p>
    </fieldset>
  )
}
