import { Button, Input, Popconfirm } from '@arco-design/web-react'
import { useState } from 'react'
import { textLimits } from '../../../contract/rules/limits'

interface SendBackProps {
  readonly isBusy: boolean
  readonly onSendBack: (reason: string) => void
}

/** 退回: sends a buyer's design back to its buyer with a reason. */
export function SendBack({ isBusy, onSendBack }: SendBackProps) {
  const [reason, setReason] = useState('')
  return (
    <Popconfirm
      title="退回给买家"
      content={
        <Input
          aria-label="退回的原因"
          placeholder="原因，买家会看到"
          value={reason}
          maxLength={textLimits.reason}
          onChange={setReason}
        />
      }
      okText="退回"
      okButtonProps={{ disabled: reason.trim() === '' }}
      onOk={() => onSendBack(reason.trim())}
    >
      <Button size="small" disabled={isBusy}>
        退回
      </Button>
    </Popconfirm>
  )
}
