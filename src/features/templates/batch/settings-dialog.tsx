import { Button, Checkbox, Radio } from '@arco-design/web-react'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { assetType } from '../../../../contract/constants'
import type { DesignAssetCollection, TemplateRow, TemplateSettings } from '../../../../contract/types'
import { assetCollectionsQuery } from '../../../api/queries/assets'
import { useApi } from '../../../api/services'
import { galleryOf } from '../../../base/paths'
import { DialogFoot } from '../../../ui/dialog-foot'
import { RefreshError } from '../../../ui/failure-view'
import { lazyScreen } from '../../../ui/lazy-screen'
import { Modal } from '../../../ui/modal'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'
import { productModes } from './product-modes'
import { draftOf, readDraft, type SettingField } from './settings-draft'
import './batch.css'

/** Brand, model, material and colour; loaded with the first dialog. */
const PhoneFields = lazyScreen(() => import('../../../template-tools/batch/phone-fields'))

interface SettingsDialogProps {
  /** The templates to change; null while the dialog is closed. */
  readonly templates: readonly TemplateRow[] | null
  /** Called with the settings to apply to each template. */
  readonly onApply: (settings: TemplateSettings) => void
  readonly onClose: () => void
}

/** 批量设置: changes only the ticked settings of many templates. */
export function SettingsDialog({ templates, ...rest }: SettingsDialogProps) {
  const shownTemplates = useValueWhileClosing(templates !== null, templates)
  return (
    <Modal
      visible={templates !== null}
      title={`批量设置（${shownTemplates?.length ?? 0} 个模板）`}
      footer={null}
      onCancel={rest.onClose}
      className="templates-settings-dialog"
    >
      {shownTemplates !== null && <Fields templates={shownTemplates} {...rest} />}
    </Modal>
  )
}

const assetKinds = [
  { type: assetType.sticker, label: '贴纸', screen: galleryOf('maps').path },
  { type: assetType.image, label: '图库', screen: galleryOf('images').path },
  { type: assetType.background, label: '背景', screen: galleryOf('background_images').path },
] as const

function Fields({ templates, onApply, onClose }: SettingsDialogProps & { readonly templates: readonly TemplateRow[] }) {
  const api = useApi()
  const [draft, setDraft] = useState(() => draftOf(templates))
  const [saveAttempted, setSaveAttempted] = useState(false)
  const lists = useQueries({
    queries: assetKinds.map(({ type }) => ({ ...assetCollectionsQuery(api, type), meta: { quiet: true } })),
  })
  const existingIds = lists.every(({ data }) => data)
    ? new Set(lists.flatMap(({ data }) => (data ?? []).map(({ id }) => id)))
    : null
  const { settings, problems } = readDraft(draft, existingIds)

  /** Filling in a field also ticks it. */
  const fill = (field: SettingField, change: Partial<typeof draft>) =>
    setDraft((old) => ({ ...old, ...change, ticked: new Set(old.ticked).add(field) }))
  const tick = (field: SettingField, on: boolean) =>
    setDraft((old) => {
      const ticked = new Set(old.ticked)
      if (on) ticked.add(field)
      else ticked.delete(field)
      return { ...old, ticked }
    })
  const settingSection = (field: SettingField, title: string, hint: string, children: ReactNode) => {
    const isTicked = draft.ticked.has(field)
    return (
      <section className={isTicked ? 'templates-setting is-selected' : 'templates-setting'} aria-label={title}>
        <Checkbox className="templates-setting-tick" checked={isTicked} onChange={(on) => tick(field, on)}>
          修改{title}
        </Checkbox>
        <p className="templates-setting-hint">{hint}</p>
        {children}
        {saveAttempted && problems[field] !== undefined && (
          <p className="templates-setting-problem" role="alert">
            {problems[field]}
          </p>
        )}
      </section>
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setSaveAttempted(true)
        if (settings === null) return
        onApply(settings)
        onClose()
      }}
    >
      <p className="templates-setting-intro">只修改勾选的设置，没有勾选的保持每个模板原来的样子。</p>
      {settingSection(
        'mode',
        '定制模式',
        '买家用这些模板的商品能做什么',
        <Radio.Group
          className="templates-modes"
          aria-label="定制模式"
          name="product-mode"
          value={draft.mode ?? undefined}
          onChange={(mode) => fill('mode', { mode })}
        >
          {productModes.map(({ mode, label, hint }) => (
            <Radio key={mode} value={mode}>
              {label}
              <span className="templates-mode-hint">{hint}</span>
            </Radio>
          ))}
        </Radio.Group>,
      )}
      {settingSection(
        'collections',
        '买家可选的素材',
        '买家的定制页里只有勾选的分组；一个都不选，就是全部分组',
        assetKinds.map(({ type, label, screen }, index) => (
          <Collections
            key={type}
            label={label}
            screen={screen}
            result={lists[index]}
            chosenIds={draft.collectionIds}
            onChange={(collectionIds) => fill('collections', { collectionIds })}
          />
        )),
      )}
      {settingSection(
        'preview',
        '默认预览机型',
        '打开模板时先显示在这款手机壳上',
        <PhoneFields value={draft.previewCase} onChange={(previewCase) => fill('preview', { previewCase })} />,
      )}
      <DialogFoot
        onCancel={onClose}
        note={
          saveAttempted &&
          problems.none !== undefined && (
            <p className="templates-setting-problem" role="alert">
              {problems.none}
            </p>
          )
        }
      >
        <Button type="primary" htmlType="submit">
          应用到 {templates.length} 个模板
        </Button>
      </DialogFoot>
    </form>
  )
}

interface CollectionsProps {
  readonly label: string
  /** Address of the screen where such collections are made. */
  readonly screen: string
  readonly result:
    | {
        readonly data: readonly DesignAssetCollection[] | undefined
        readonly error: unknown
        readonly isFetching: boolean
        refetch(): unknown
      }
    | undefined
  /** Chosen collections of all kinds. */
  readonly chosenIds: readonly number[]
  readonly onChange: (chosen: readonly number[]) => void
}

function Collections({ label, screen, result, chosenIds, onChange }: CollectionsProps) {
  if (result === undefined) return null
  const { data, error } = result
  return (
    <fieldset className="templates-collections">
      <legend>{label}</legend>
      {data === undefined &&
        (error ? (
          <RefreshError error={error} onRetry={() => void result.refetch()} retrying={result.isFetching} />
        ) : (
          <span role="status">正在读取…</span>
        ))}
      {data?.length === 0 && (
        <span className="templates-mode-hint">
          还没有{label}分组，
          <Link href={screen} className="arco-link">
            去素材库新建
          </Link>
        </span>
      )}
      {data?.map(({ id, name, count }) => (
        <Checkbox
          key={id}
          checked={chosenIds.includes(id)}
          onChange={(on) => onChange(on ? [...chosenIds, id] : chosenIds.filter((other) => other !== id))}
        >
          {name}
          <span className="templates-mode-hint numeric">{count} 张</span>
        </Checkbox>
      ))}
    </fieldset>
  )
}
