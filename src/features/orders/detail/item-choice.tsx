import { Select } from '@arco-design/web-react'
import type { OrderItem } from '../../../../contract/types'

interface ItemChoiceProps {
  readonly items: readonly OrderItem[]
  /** Null as long as none is chosen. */
  readonly value: number | null
  readonly onChange: (itemId: number | null) => void
}

const nameOf = ({ title, propertiesName, quantity, customizations }: OrderItem): string => {
  const designs = customizations.length === 0 ? '' : ` · 已有 ${customizations.length} 个定制`
  return `${propertiesName || title || '没有标题的商品'} ×${quantity}${designs}`
}

/** Chooses the item of an order into which a design is put. */
export const ItemChoice = ({ items, value, onChange }: ItemChoiceProps) => (
  <Select
    className="order-item-choice"
    size="small"
    aria-label="放进哪个商品"
    placeholder="放进哪个商品"
    allowClear
    value={value ?? undefined}
    options={items.map((item) => ({ value: item.id, label: nameOf(item) }))}
    onChange={(chosen?: number) => onChange(chosen ?? null)}
  />
)
