import { boughtOtherPhone } from '../../../contract/rules/bought-case'
import type { Customization, OrderItem } from '../../../contract/types'
import { StatusTag } from './status-tag'

interface OtherPhoneProps {
  readonly item: Pick<OrderItem, 'propertiesName'>
  readonly customization: Customization
}

/** A warning where the buyer paid for another phone model than the design was made for; otherwise nothing. */
export function OtherPhone({ item, customization }: OtherPhoneProps) {
  const boughtName = boughtOtherPhone(item.propertiesName, customization)
  if (boughtName === null) return null
  return (
    <StatusTag tone="bad" title={`买家买的规格是「${boughtName}」，和定制的型号不一样，打印前请和买家确认`}>
      买的是 {boughtName}
    </StatusTag>
  )
}
