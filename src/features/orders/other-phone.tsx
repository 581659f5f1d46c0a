import { boughtOtherPhone } from '../../../contract/rules/bought-case'
import type { Customization, OrderItem } from '../../../contract/types'
import { Mark } from './mark'

interface OtherPhoneProps {
  readonly item: Pick<OrderItem, 'propertiesName'>
  readonly one: Customization
}

/** A warning where the buyer paid for another phone model than the design was made for; otherwise nothing. */
export function OtherPhone({ item, one }: OtherPhoneProps) {
  const bought = boughtOtherPhone(item.propertiesName, one)
  if (bought === null) return null
  return (
    <Mark tone="bad" title={`买家买的规格是「${bought}」，和定制的型号不一样，打印前请和买家确认`}>
      买的是 {bought}
    </Mark>
  )
}
