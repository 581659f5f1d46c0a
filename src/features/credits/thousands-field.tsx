import { Button, Input } from '@arco-design/web-react'
import { IconMinus, IconPlus } from '@arco-design/web-react/icon'
import { type KeyboardEvent, type RefObject, useId } from 'react'
import { creditLimits } from '../../../contract/constants'
import { textLimits } from '../../../contract/rules/limits'
import { countText } from '../../base/money'
import { readThousands, thousands } from './recharge-rules'
import './recharge-centre.css'

interface ThousandsFieldProps {
  readonly text: string
  readonly onChange: (text: string) => void
  /** The reason why the amount cannot be bought; null while no problem is to be shown. */
  readonly problem: string | null
  /** The element around the field, for moving the focus to it. */
  readonly fieldBox: RefObject<HTMLDivElement | null>
}

/** A field for credits in thousands: typed, or stepped by buttons and arrow keys. */
export function ThousandsField({ text, onChange, problem, fieldBox }: ThousandsFieldProps) {
  const id = useId()
  const typed = readThousands(text)
  const step = (by: number) => {
    const currentThousands = 'credits' in typed ? typed.credits / creditLimits.unit : 0
    onChange(String(Math.max(thousands.min, Math.min(thousands.max, currentThousands + by))))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    step(event.key === 'ArrowUp' ? 1 : -1)
  }
  return (
    <div ref={fieldBox} className="credits-field">
      <label htmlFor={id}>充值点数</label>
      <div className="credits-field-row">
        <Button icon={<IconMinus />} aria-label="减少 1 千点" onClick={() => step(-1)} />
        <Input
          id={id}
          value={text}
          className="numeric"
          inputMode="numeric"
          autoComplete="off"
          maxLength={textLimits.number}
          suffix="千点"
          status={problem === null ? undefined : 'error'}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-hint`}
          onChange={onChange}
          onKeyDown={onKeyDown}
        />
        <Button icon={<IconPlus />} aria-label="增加 1 千点" onClick={() => step(1)} />
      </div>
      <p id={`${id}-hint`} className={problem === null ? 'credits-hint numeric' : 'credits-hint is-problem'} role="status">
        {problem ?? ('credits' in typed ? `即 ${countText(typed.credits)} 点` : '以千点为单位填写整数，例如 6 即 6,000 点')}
      </p>
    </div>
  )
}
