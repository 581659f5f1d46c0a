import { Radio, Select } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { TemplateCollection } from '../../contract/types'
import { templateCollectionsQuery } from '../api/queries/templates'
import { useApi } from '../api/services'
import { CheckList } from '../ui/check-list'
import { SwitchField } from '../ui/switch-field'
import { Loaded } from './loaded'
import { type ModeChoice, type SettingFieldsProps, setSingleCollection } from './setting-draft'
import { modeNames } from './setting-texts'
import { TemplatePicker } from './template-picker'

const choices: readonly { readonly choice: ModeChoice; readonly hint: string }[] = [
  { choice: 'default', hint: '不另外限制，按店铺默认的方式定制' },
  { choice: 'diy', hint: '买家自己上传图片、添加文字来设计' },
  { choice: 'collections', hint: '买家从选定的模板分组里挑模板' },
  { choice: 'single', hint: '买家只能用指定的一个模板' },
]

/** Fields for the product mode and for the collections or the template that it needs. */
export function ModeFields({ draft, onChange, problems }: SettingFieldsProps) {
  const collections = useQuery({ ...templateCollectionsQuery(useApi()), meta: { quiet: true } })
  const name = useId()
  const needsCollections = draft.choice === 'collections' || draft.choice === 'single'
  return (
    <>
      <Radio.Group
        className="setting-modes"
        aria-label="定制模式"
        name={name}
        value={draft.choice}
        onChange={(choice: ModeChoice) => onChange({ ...draft, choice })}
      >
        {choices.map(({ choice, hint }) => (
          <Radio key={choice} value={choice}>
            {modeNames[choice]}
            <span className="setting-mode-hint">{hint}</span>
          </Radio>
        ))}
      </Radio.Group>
      {needsCollections && (
        <div className="setting-inner">
          <Loaded result={collections} noun="模板分组">
            {(rows) =>
              draft.choice === 'collections' ? (
                <CollectionFields rows={rows} draft={draft} onChange={onChange} problems={problems} />
              ) : (
                <SingleTemplate rows={rows} draft={draft} onChange={onChange} problems={problems} />
              )
            }
          </Loaded>
        </div>
      )}
    </>
  )
}

type CollectionFieldProps = SettingFieldsProps & { readonly rows: readonly TemplateCollection[] }

function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p className="setting-problem" role="alert">
      {text}
    </p>
  )
}

function CollectionFields({ rows, draft, onChange, problems }: CollectionFieldProps) {
  return (
    <>
      <CheckList
        label="模板分组"
        items={rows}
        chosen={draft.collectionIds}
        onChange={(collectionIds) => onChange({ ...draft, collectionIds })}
        missingLabel="已删除的分组"
        emptyText="请选择模板分组"
      />
      <Problem text={problems?.collections} />
      <p className="setting-switch">
        <SwitchField checked={draft.ownPage} onChange={(ownPage) => onChange({ ...draft, ownPage })}>
          自主定制页面
        </SwitchField>
        <span className="setting-mode-hint">打开后，买家除了挑模板，也可以自己设计</span>
      </p>
    </>
  )
}

function SingleTemplate({ rows, draft, onChange, problems }: CollectionFieldProps) {
  const chosen = draft.singleCollectionId
  const isGone = chosen !== null && !rows.some(({ id }) => id === chosen)
  const options = [
    ...(isGone ? [{ value: chosen, label: '已删除的分组', disabled: true }] : []),
    ...rows.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <>
      <Select
        className="setting-group"
        aria-label="模板分组"
        placeholder="请选择模板分组"
        {...(chosen !== null && { value: chosen })}
        onChange={(id: number) => onChange(setSingleCollection(draft, id))}
        options={options}
      />
      <Problem text={problems?.collections} />
      {chosen !== null && !isGone && (
        <>
          <TemplatePicker
            key={chosen}
            collectionId={chosen}
            chosen={draft.templateId}
            onChoose={(templateId) => onChange({ ...draft, templateId })}
          />
          <Problem text={problems?.template} />
        </>
      )}
    </>
  )
}
