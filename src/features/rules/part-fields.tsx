/** The fields of one condition or action of a rule. */
import { Input, InputNumber, Select } from '@arco-design/web-react'
import { type Range, ruleRanges, textLimits } from '../../../contract/rules/limits'
import { flagName, orderFlags } from '../../../contract/rules/order-flag'
import { type Action, type Condition, clockText, type Names } from './rule-texts'

interface CountFieldProps {
  readonly label: string
  readonly range: Range
  readonly value: number
  readonly onChange: (value: number) => void
}

/** A whole number of the range; an emptied field means the least. */
const CountField = ({ label, range, value, onChange }: CountFieldProps) => (
  <InputNumber aria-label={label} {...range} precision={0} value={value} onChange={(next) => onChange(next ?? range.min)} />
)

interface PartFieldsProps<P> {
  readonly part: P
  readonly names: Names
  readonly onChange: (part: P) => void
}

const options = (of: readonly { readonly id: number; readonly name: string }[]) =>
  of.map(({ id, name }) => ({ value: id, label: name }))
const sideOptions = [
  { value: 'any', label: '留言或备注' },
  { value: 'buyer', label: '买家留言' },
  { value: 'seller', label: '卖家备注' },
]
const weekdayOptions = [...'一二三四五六日'].map((day, at) => ({ value: at + 1, label: `周${day}` }))
const halfHours = Array.from({ length: 48 }, (_, at) => ({ value: at * 30, label: clockText(at * 30) }))
const ends = [...halfHours.slice(1), { value: 1440, label: '24:00' }]

const wordsOf = (text: string): string[] => [...new Set(text.split(/[\s,，、;；]+/).filter((word) => word !== ''))]

interface ManyProps {
  readonly label: string
  readonly of: readonly { readonly id: number; readonly name: string }[]
  readonly value: number[]
  readonly onChange: (ids: number[]) => void
}
const Many = ({ label, of, value, onChange }: ManyProps) => (
  <Select
    aria-label={label}
    mode="multiple"
    placeholder={`请选择${label}`}
    value={value}
    options={options(of)}
    onChange={onChange}
  />
)

interface OneProps {
  readonly label: string
  readonly of: readonly { readonly id: number; readonly name: string }[]
  readonly value: number
  readonly onChange: (id: number) => void
}
const One = ({ label, of, value, onChange }: OneProps) => (
  <Select
    aria-label={label}
    placeholder={`请选择${label}`}
    {...(value !== 0 && { value })}
    options={options(of)}
    onChange={onChange}
  />
)

export function ConditionFields({ part, names, onChange }: PartFieldsProps<Condition>) {
  switch (part.kind) {
    case 'shop':
      return <Many label="店铺" of={names.shops} value={part.shopIds} onChange={(shopIds) => onChange({ ...part, shopIds })} />
    case 'tagged':
    case 'untagged':
      return <Many label="标签" of={names.tags} value={part.tagIds} onChange={(tagIds) => onChange({ ...part, tagIds })} />
    case 'flagged':
      return (
        <Select
          aria-label="旗帜"
          mode="multiple"
          placeholder="请选择旗帜"
          value={part.flags}
          options={orderFlags.map((value) => ({ value, label: flagName(value) }))}
          onChange={(flags) => onChange({ ...part, flags })}
        />
      )
    case 'modelBound':
      return (
        <One
          label="工厂"
          of={names.factories}
          value={part.factoryId}
          onChange={(factoryId) => onChange({ ...part, factoryId })}
        />
      )
    case 'product':
      return (
        <Input
          aria-label="商品编号"
          placeholder="商品、SKU 或商家编码，用空格隔开"
          defaultValue={part.codes.join(' ')}
          onChange={(text) => onChange({ ...part, codes: wordsOf(text) })}
        />
      )
    case 'pieces':
    case 'lines':
      return (
        <CountField label="最多" range={ruleRanges[part.kind]} value={part.max} onChange={(max) => onChange({ ...part, max })} />
      )
    case 'paidFor':
      return (
        <CountField
          label="分钟"
          range={ruleRanges.paidFor}
          value={part.minutes}
          onChange={(minutes) => onChange({ ...part, minutes })}
        />
      )
    case 'age':
      return <CountField label="天" range={ruleRanges.age} value={part.days} onChange={(days) => onChange({ ...part, days })} />
    case 'noRemark':
      return (
        <Select aria-label="哪一种" value={part.side} options={sideOptions} onChange={(side) => onChange({ ...part, side })} />
      )
    case 'remarkHas':
    case 'remarkLacks':
      return (
        <>
          <Select aria-label="哪一种" value={part.side} options={sideOptions} onChange={(side) => onChange({ ...part, side })} />
          <Input
            aria-label="词"
            placeholder="用空格隔开，提到其中一个就算"
            defaultValue={part.words.join(' ')}
            onChange={(text) => onChange({ ...part, words: wordsOf(text) })}
          />
        </>
      )
    case 'clock':
      return (
        <>
          <Select
            aria-label="星期"
            mode="multiple"
            maxTagCount={3}
            value={part.weekdays}
            options={weekdayOptions}
            onChange={(weekdays) => onChange({ ...part, weekdays })}
          />
          <Select aria-label="从" value={part.from} options={halfHours} onChange={(from) => onChange({ ...part, from })} />
          <Select aria-label="到" value={part.until} options={ends} onChange={(until) => onChange({ ...part, until })} />
        </>
      )
    default:
      return null
  }
}

export function ActionFields({ part, names, onChange }: PartFieldsProps<Action>) {
  switch (part.kind) {
    case 'tag':
    case 'readyToDownload':
      return <One label="标签" of={names.tags} value={part.tagId} onChange={(tagId) => onChange({ ...part, tagId })} />
    case 'push':
      return (
        <One
          label="工厂"
          of={names.factories}
          value={part.factoryId}
          onChange={(factoryId) => onChange({ ...part, factoryId })}
        />
      )
    case 'hold':
      return (
        <Input
          aria-label="原因"
          maxLength={textLimits.holdReason}
          placeholder="写给同事看的原因"
          value={part.reason}
          onChange={(reason) => onChange({ ...part, reason })}
        />
      )
    case 'assign':
      return <Input aria-label="用户名" value={part.username} onChange={(username) => onChange({ ...part, username })} />
    default:
      return null
  }
}
