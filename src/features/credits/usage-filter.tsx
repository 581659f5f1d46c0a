import { Button, Input } from '@arco-design/web-react'
import { IconSearch } from '@arco-design/web-react/icon'
import { type FormEvent, useRef, useState } from 'react'
import type { Shop } from '../../../contract/types'
import type { DayRange } from '../../base/beijing-time'
import { DayRangeField } from '../../ui/day-range'
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

const maxOriginalId = 64

/** The filters of deductions; they apply on 查询 or Enter. */
export function UsageFilter({ applied, shops, busy, onApply, onReset }: UsageFilterProps) {
  const appliedText = JSON.stringify(applied)
  const [draft, setDraft] = useState({ appliedText, values: applied })
  const [wrong, setWrong] = useState(false)
  const numberBox = useRef<HTMLDivElement>(null)
  // The applied filters changed elsewhere, by Back or by 重置.
  if (draft.appliedText !== appliedText) {
    setDraft({ appliedText, values: applied })
    setWrong(false)
  }
  const { values } = draft
  const change = (part: Partial<UsageFilterValues>) => setDraft({ appliedText, values: { ...values, ...part } })
  const apply = (wanted: UsageFilterValues) => {
    const isWrong = readOrderId(wanted.orderId) === 'wrong'
    setWrong(isWrong)
    if (isWrong) numberBox.current?.querySelector('input')?.focus()
    else onApply({ ...wanted, orderId: wanted.orderId.trim(), orderOriginalId: wanted.orderOriginalId.trim() })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply(values)
  }
  return (
    <form className="filter-row credits-usage-filter" onSubmit={submit} noValidate aria-label="筛选扣点记录">
      <ShopSelect shops={shops} value={values.shopId} all="全部店铺" onChange={(shopId) => change({ shopId })} />
      <div ref={numberBox} className="credits-filter-field">
        <Input
          value={values.orderId}
          allowClear
          inputMode="numeric"
          aria-label="定制编号"
          placeholder="定制编号"
          maxLength={20}
          status={wrong ? 'error' : undefined}
          aria-invalid={wrong}
          onChange={(orderId) => change({ orderId })}
        />
        {wrong && (
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
          maxLength={maxOriginalId}
          onChange={(orderOriginalId) => change({ orderOriginalId })}
        />
      </div>
      <DayRangeField
        label="扣点日期"
        value={values.days}
        onChange={(days) => change({ days })}
        onShortcut={(days) => {
          change({ days })
          apply({ ...values, days })
        }}
      />
      <Button type="primary" htmlType="submit" icon={<IconSearch />} loading={busy}>
        查询
      </Button>
      <Button
        onClick={() => {
          setDraft({ appliedText, values: applied })
          setWrong(false)
          onReset()
        }}
      >
        重置
      </Button>
    </form>
  )
}
