import { Input, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { textLimits } from '../../../../contract/rules/limits'
import { failureReasons } from '../piece-texts'

interface FailureChoiceProps {
  readonly value: string
  readonly onChange: (reason: string) => void
}

const other = '其他'

/** Why the next scanned pieces are printed again. */
export function FailureChoice({ value, onChange }: FailureChoiceProps) {
  const [isOther, setOther] = useState(false)
  return (
    <div className="finish-reasons">
      <Radio.Group
        type="button"
        name="scan-reason"
        aria-label="打坏的原因"
        value={isOther ? other : value}
        options={[...failureReasons, other].map((reason) => ({ value: reason, label: reason }))}
        onChange={(reason: string) => {
          setOther(reason === other)
          onChange(reason === other ? '' : reason)
        }}
      />
      {isOther && (
        <Input aria-label="其他原因" placeholder="写下原因" value={value} maxLength={textLimits.reason} onChange={onChange} />
      )}
    </div>
  )
}
