import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { materialsQuery } from '../api/queries/catalogue'
import { useApi } from '../api/services'
import { CheckList } from '../ui/check-list'
import { Loaded } from './loaded'
import { ModeFields } from './mode-fields'
import { PhoneRows } from './phone-rows'
import { type SettingFieldsProps, switchKeys } from './setting-draft'
import { switchNames } from './setting-texts'
import { StandardNotice } from './standard-notice'
import './settings.css'
import { SwitchField } from '../ui/switch-field'

interface SectionProps {
  readonly title: string
  readonly hint: string
  readonly children: ReactNode
}

function Section({ title, hint, children }: SectionProps) {
  return (
    <section className="setting-part" aria-label={title}>
      <h2 className="setting-title">{title}</h2>
      <p className="setting-hint">{hint}</p>
      {children}
    </section>
  )
}

/** The form for what buyers may customize, shared by SKUs, products and links. */
export function SettingFields({ draft, onChange, problems }: SettingFieldsProps) {
  const materials = useQuery({ ...materialsQuery(useApi()), meta: { quiet: true } })
  return (
    <>
      <Section title="定制模式" hint="买家在定制页里可以做什么">
        <ModeFields draft={draft} onChange={onChange} problems={problems} />
      </Section>
      <Section title="品牌与型号" hint="一个都不添加，表示全部品牌和型号；添加了品牌而不选型号，表示这个品牌的全部型号">
        <PhoneRows draft={draft} onChange={onChange} problems={problems} />
      </Section>
      <Section title="材质" hint="买家可以选择的手机壳材质">
        <Loaded result={materials} noun="材质">
          {(rows) => (
            <CheckList
              label="材质"
              items={rows}
              chosen={draft.materialIds}
              onChange={(materialIds) => onChange({ ...draft, materialIds })}
              missingLabel="已删除的材质"
              emptyText="不选表示全部材质"
            />
          )}
        </Loaded>
        <StandardNotice draft={draft} />
      </Section>
      <Section title="定制功能" hint="关闭后，买家的定制页里就没有这一项">
        <ul className="setting-switches">
          {switchKeys.map((key) => (
            <li key={key}>
              <SwitchField
                checked={draft.switches[key]}
                onChange={(isEnabled) => onChange({ ...draft, switches: { ...draft.switches, [key]: isEnabled } })}
              >
                {switchNames[key]}
              </SwitchField>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}
