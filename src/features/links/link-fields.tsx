// With its extension, because rspack.config.ts leaves out Arco's own import.
import 'dayjs/locale/zh-cn.js'
import { DatePicker, Input, Radio } from '@arco-design/web-react'
import { useId } from 'react'
import { type CustomizationTiming, customizationTiming, maxLinkNameLength } from '../../../contract/constants'
import { finishingDays } from '../../../contract/rules/link-dates'
import { SwitchField } from '../../ui/switch-field'
import type { LabelDraft } from './label-draft'

interface LinkFieldsProps {
  readonly timing: CustomizationTiming
  /** Null for a new link, which is always made for customizing before ordering. */
  readonly onTiming: ((timing: CustomizationTiming) => void) | null
  readonly label: LabelDraft
  readonly onLabel: (label: LabelDraft) => void
  /** The problem with the dates; null if there is none. */
  readonly datesProblem: string | null
  readonly isDefault: boolean
  readonly onDefault: (isDefault: boolean) => void
  /** The reason why this link must stay the default; null when the seller can choose. */
  readonly fixedReason: string | null
  /** Another program is the buyers' page: the default link is the one without a parameter there. */
  readonly hasOtherPage: boolean
}

/** The consequence of making a link the default, for links to our own page and to another program's. */
const defaultHint = {
  own: '在列表里排在店铺的最前面；每条链接的地址和买家看到的都不变',
  other: '店铺不带参数的链接会打开这份配置；原来的默认链接变成带参数的',
} as const

/** Fields for the link's name, its dates, the customization timing, and whether the link is the shop's default. */
export function LinkFields(props: LinkFieldsProps) {
  const { timing, onTiming, label, onLabel, datesProblem, isDefault, onDefault, fixedReason, hasOtherPage } = props
  const name = useId()
  return (
    <>
      <section className="links-part" aria-label="名称">
        <h2 className="links-title">名称</h2>
        <Input
          aria-label="链接名称"
          placeholder="选填，只有您能看到，例如：直播间、包裹卡"
          maxLength={maxLinkNameLength}
          value={label.name}
          onChange={(text) => onLabel({ ...label, name: text })}
        />
      </section>
      <section className="links-part" aria-label="有效期">
        <h2 className="links-title">有效期</h2>
        <p className="links-switch">
          <DatePicker
            value={label.from ?? ''}
            format="YYYY-MM-DD"
            placeholder="开始日期"
            inputProps={{ 'aria-label': '有效期从' }}
            onChange={(day: string | undefined) => onLabel({ ...label, from: day || null })}
          />
          至
          <DatePicker
            value={label.to ?? ''}
            format="YYYY-MM-DD"
            placeholder="结束日期"
            inputProps={{ 'aria-label': '有效期到' }}
            onChange={(day: string | undefined) => onLabel({ ...label, to: day || null })}
          />
          <span className="links-hint">不填就一直有效；结束后不能开始新的设计，已经开始的在 {finishingDays} 天内还能提交</span>
        </p>
        {datesProblem !== null && (
          <p className="links-problem" role="alert">
            {datesProblem}
          </p>
        )}
      </section>
      <section className="links-part" aria-label="定制时机">
        <h2 className="links-title">定制时机</h2>
        <Radio.Group aria-label="定制时机" name={name} value={timing} onChange={(next) => onTiming?.(next)}>
          <Radio value={customizationTiming.beforeOrder}>下单前定制</Radio>
          <Radio value={customizationTiming.afterOrder} disabled={onTiming === null}>
            下单后定制
          </Radio>
        </Radio.Group>
        {onTiming === null && <p className="links-hint">生成后可以在「修改」里改成下单后定制。</p>}
        {timing === customizationTiming.afterOrder && (
          <p className="links-hint">买家先下单，设计完成后填写订单号，设计就放进那个订单。</p>
        )}
      </section>
      <section className="links-part" aria-label="默认链接">
        <h2 className="links-title">默认链接</h2>
        <p className="links-switch">
          <SwitchField
            checked={isDefault || fixedReason !== null}
            disabled={fixedReason !== null}
            {...(onDefault && { onChange: onDefault })}
          >
            设为默认链接
          </SwitchField>
          <span className="links-hint">{fixedReason ?? defaultHint[hasOtherPage ? 'other' : 'own']}</span>
        </p>
      </section>
    </>
  )
}
