import { Checkbox, InputNumber, Radio } from '@arco-design/web-react'
import { type KeyCeilings, type KeyRights, keyAreas, keyLimits, keyMoneyKinds } from '../../../contract/rules/key-rights'
import { areaNames, moneyNames, moneyUnits } from '../../../contract/rules/key-texts'

/** The ceilings that are offered when something that costs is ticked. */
const offered = { push: 100, download: 6000, recharge: 6000 } as const

const choices = [
  { value: 'none', label: '不能用' },
  { value: 'read', label: '查看' },
  { value: 'write', label: '查看和修改' },
]

interface FieldProps<T> {
  /** Set by the form. */
  readonly value?: T
  readonly onChange?: (value: T) => void
}

/** The rights of a key as a table of areas. */
export function RightsField({ value = {}, onChange }: FieldProps<KeyRights>) {
  const choose = (area: (typeof keyAreas)[number], right: string) => {
    const { [area]: _, ...others } = value
    onChange?.(right === 'none' ? others : { ...others, [area]: right })
  }
  return (
    <table className="key-rights">
      <tbody>
        {keyAreas.map((area) => (
          <tr key={area}>
            <th scope="row">{areaNames[area]}</th>
            <td>
              <Radio.Group
                aria-label={areaNames[area]}
                name={`right-${area}`}
                options={choices}
                value={value[area] ?? 'none'}
                onChange={(right: string) => choose(area, right)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Rights that cost something are each ticked on its own, with a ceiling a day. */
export function CeilingsField({ value = {}, onChange }: FieldProps<KeyCeilings>) {
  return (
    <table className="key-rights">
      <tbody>
        {keyMoneyKinds.map((kind) => {
          const ceiling = value[kind]
          const { [kind]: _, ...others } = value
          return (
            <tr key={kind}>
              <th scope="row">
                <Checkbox
                  checked={ceiling !== undefined}
                  onChange={(ticked) => onChange?.(ticked ? { ...others, [kind]: offered[kind] } : others)}
                >
                  {moneyNames[kind]}
                </Checkbox>
              </th>
              <td>
                {ceiling !== undefined && (
                  <InputNumber
                    className="key-ceiling"
                    size="small"
                    prefix="每天最多"
                    suffix={moneyUnits[kind]}
                    aria-label={`${moneyNames[kind]}每天最多`}
                    hideControl
                    precision={0}
                    {...keyLimits.ceiling}
                    value={ceiling}
                    onChange={(typed: number | undefined) => typed !== undefined && onChange?.({ ...others, [kind]: typed })}
                  />
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
