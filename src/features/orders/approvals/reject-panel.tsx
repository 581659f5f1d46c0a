import { Button, Input } from '@arco-design/web-react'
import type { RefInputType } from '@arco-design/web-react/es/Input/interface'
import { useEffect, useRef, useState } from 'react'
import { textLimits } from '../../../../contract/rules/limits'

/** Reasons that sellers give most; chosen by their numbers. */
const quickReasons = [
  '图片模糊',
  '人脸被遮住',
  '文字有错字',
  '图案没有铺满',
  '位置偏了',
  '型号不对',
  '和备注不符',
  '内容不能印',
  '要先联系买家',
] as const

interface RejectPanelProps {
  readonly isBusy: boolean
  readonly onReject: (reason: string) => void
  readonly onClose: () => void
}

/** Asks why an order is sent back: a number chooses a usual reason, anything else is typed. */
export function RejectPanel({ isBusy, onReject, onClose }: RejectPanelProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<RefInputType>(null)
  useEffect(() => {
    field.current?.focus()
  }, [])
  const reject = (text: string): void => {
    if (text.trim() === '') setMissing(true)
    else onReject(text.trim())
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border of its own and cannot be a grid on Chrome 92
    <div
      className="approval-reject"
      role="group"
      aria-label="退回的原因"
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape') return onClose()
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) return reject(reason)
        const quick = reason === '' && !event.ctrlKey && !event.metaKey ? quickReasons[Number(event.key) - 1] : undefined
        if (quick === undefined) return
        event.preventDefault()
        reject(quick)
      }}
    >
      <ol>
        {quickReasons.map((quick, at) => (
          <li key={quick}>
            <Button size="small" disabled={isBusy} onClick={() => reject(quick)}>
              <kbd>{at + 1}</kbd> {quick}
            </Button>
          </li>
        ))}
      </ol>
      <Input
        ref={field}
        aria-label="其他原因"
        placeholder="按数字选一个，或在这里写，回车退回"
        maxLength={textLimits.holdReason}
        value={reason}
        error={isMissing}
        onChange={(text) => {
          setReason(text)
          setMissing(false)
        }}
      />
      {isMissing && <p role="alert">请填写退回的原因</p>}
      <div className="approval-acts">
        <Button onClick={onClose}>
          不退回 <kbd>Esc</kbd>
        </Button>
        <Button type="primary" status="danger" loading={isBusy} onClick={() => reject(reason)}>
          退回
        </Button>
      </div>
    </div>
  )
}
