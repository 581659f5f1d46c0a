import { Button, Input } from '@arco-design/web-react'
import { IconSearch } from '@arco-design/web-react/icon'
import { type FormEvent, useRef, useState } from 'react'
import { textLimits } from '../../../contract/rules/limits'
import type { Shop } from '../../../contract/types'
import type { DayRange } from '../../base/beijing-time'
import { DayRangeField } from '../../ui/day-range'
import { OneLine } from '../../ui/one-line'
import { ShopSelect } from '../../ui/shop-select'
import { readOrderId } from './record-filters'
import './records.css'

export interface UsageFilterValues {
  readonly shopId: number | null
  /** The text as typed. */
  readonly orderId: string
  readonly orderOriginalId: string
  /** null means all time. */
  readonly days: DayRange | null
}

interface UsageFilterProps {
  readonly applied: UsageFilterValues
  readonly shops: readonly Shop[]
  readonly busy: boolean
  readonly onApply: (values: UsageFilterValues) => void
  readonly onReset: () => void
}

/** The filters of deductions; they apply on 查询 or Enter. */
export function UsageFilter({ applied, shops, busy, onApply, onReset }: UsageFilterProps) {
  const appliedText = JSON.stringify(applied)
  const [draft, setDraft] = useState({ appliedText, values: applied })
  const [isOrderIdInvalid, setOrderIdInvalid] = useState(false)
  const orderIdBox = useRef<HTMLDivElement>(null)
  // The applied filters changed elsewhere, by Back or by 重置.
  if (draft.appliedText !== appliedText) {
    setDraft({ appliedText, values: applied })
    setOrderIdInvalid(false)
  }
  const { values } = draft
  const changeDraft = (part: Partial<UsageFilterValues>) => setDraft({ appliedText, values: { ...values, ...part } })
  const apply = (submitted: UsageFilterValues) => {
    const isInvalid = readOrderId(submitted.orderId) === 'wrong'
    setOrderIdInvalid(isInvalid)
    if (isInvalid) orderIdBox.current?.querySelector('input')?.focus()
    else onApply({ ...submitted, orderId: submitted.orderId.trim(), orderOriginalId: submitted.orderOriginalId.trim() })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply(values)
  }
  return (
    <form onSubmit={submit} noValidate aria-label="筛选扣点记录">
      <OneLine className="filter-row credits-usage-filter" kind="filters">
        <ShopSelect shops={shops} value={values.shopId} all="全部店铺" onChange={(shopId) => changeDraft({ shopId })} />
        <div ref={orderIdBox} className="credits-filter-field">
          <Input
            value={values.orderId}
            allowClear
            inputMode="numeric"
            aria-label="定制编号"
            placeholder="定制编号"
            maxLength={textLimits.number}
            status={isOrderIdInvalid ? 'error' : undefined}
            aria-invalid={isOrderIdInvalid}
            onChange={(orderId) => changeDraft({ orderId })}
          />
          {isOrderIdInvalid && (
            <p className="credits-hint is-problem" role="alert">
              定制编号是一串数字
            </p>
          )}
        </div>
        <div className="credits-filter-field">
          <Input
            value={values.orderOriginalId}
            allowClear
            aria-label="平台订单号"
            placeholder="平台订单号"
            maxLength={textLimits.originalId}
            onChange={(orderOriginalId) => changeDraft({ orderOriginalId })}
          />
        </div>
        <DayRangeField
          label="扣点日期"
          value={values.days}
          onChange={(days) => changeDraft({ days })}
          onShortcut={(days) => {
            changeDraft({ days })
            apply({ ...values, days })
          }}
        />
        <Button type="primary" htmlType="submit" icon={<IconSearch />} loading={busy}>
          查询
        </Button>
        <Button
          onClick={() => {
            setDraft({ appliedText, values: applied })
            setOrderIdInvalid(false)
            onReset()
          }}
        >
          重置
        </Button>
      </OneLine>
    </form>
  )
}
