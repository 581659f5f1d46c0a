import { Radio, Switch } from '@arco-design/web-react'
import { useId } from 'react'
import { type CustomizationTiming, customizationTiming } from '../../../contract/constants'

interface LinkFieldsProps {
  readonly timing: CustomizationTiming
  /** Null for a new link, which is always made for customizing before ordering. */
  readonly onTiming: ((timing: CustomizationTiming) => void) | null
  readonly isDefault: boolean
  readonly onDefault: (isDefault: boolean) => void
  /** The reason why this link must stay the default; null when the seller can choose. */
  readonly fixedReason: string | null
}

/** Fields for when buyers customize, and whether the link is the shop's default. */
export function LinkFields({ timing, onTiming, isDefault, onDefault, fixedReason }: LinkFieldsProps) {
  const name = useId()
  return (
    <>
      <section className="links-part" aria-label="定制时机">
        <h2 className="links-title">定制时机</h2>
        <Radio.Group aria-label="定制时机" name={name} value={timing} onChange={(next) => onTiming?.(next)}>
          <Radio value={customizationTiming.beforeOrder}>下单前定制</Radio>
          <Radio value={customizationTiming.afterOrder} disabled={onTiming === null}>
            {onTiming === null ? '下单后定制（开发中）' : '下单后定制'}
          </Radio>
        </Radio.Group>
        {timing === customizationTiming.afterOrder && (
          <p className="links-hint">买家先下单，设计完成后填写订单号，设计就放进那个订单。</p>
        )}
      </section>
      <section className="links-part" aria-label="默认链接">
        <h2 className="links-title">默认链接</h2>
        <p className="links-switch">
          <Switch
            size="small"
            checked={isDefault || fixedReason !== null}
            disabled={fixedReason !== null}
            aria-label="设为默认链接"
            onChange={onDefault}
          />
          设为默认链接
          <span className="links-hint">{fixedReason ?? '店铺不带参数的链接会打开这份配置；原来的默认链接变成带参数的'}</span>
        </p>
      </section>
    </>
  )
}
