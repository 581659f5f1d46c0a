import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { templateCollectionsQuery } from '../../api/queries/templates'
import { useApi } from '../../api/services'
import { draftOf, newDraft, readDraft, type SettingContent, sameContent } from '../../customization-settings/setting-draft'
import { SettingFields } from '../../customization-settings/setting-fields'
import { GuardedForm, leaveForm } from '../../ui/guarded-form'
import { Modal } from '../../ui/modal'
import { toastSuccess } from '../../ui/toast'
import { Unfold } from '../../ui/unfold'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import { useProductMutations } from './mutations'
import { rowName, type SkuRow, targetOf } from './sku-rows'

interface ConfigureDialogProps {
  readonly shopId: number
  /** The rows to configure; null while the dialog is closed. */
  readonly rows: readonly SkuRow[] | null
  readonly onSaved?: () => void
  readonly onClose: () => void
}

/** A dialog that configures what buyers may customize, for one SKU or the same for many. */
export function ConfigureDialog({ shopId, rows, onSaved, onClose }: ConfigureDialogProps) {
  const shownRows = useValueWhileClosing(rows !== null, rows)
  return (
    <Modal
      visible={rows !== null}
      title={(shownRows?.length ?? 0) > 1 ? `批量配置 ${shownRows?.length} 个规格` : '定制配置'}
      footer={null}
      onCancel={() => leaveForm(onClose)}
      className="guarded-dialog"
    >
      {shownRows !== null && (
        <Fields
          key={shownRows.map(({ id }) => id).join()}
          shopId={shopId}
          rows={shownRows}
          onClose={onClose}
          onSaved={() => {
            onSaved?.()
            onClose()
          }}
        />
      )}
    </Modal>
  )
}

/** The configuration that all rows share; null when they differ or one has none. */
function sharedSetting(rows: readonly SkuRow[]): SettingContent | null {
  const first = rows[0]?.setting
  return first && rows.every(({ setting }) => setting && sameContent(setting, first)) ? first : null
}

interface FieldsProps extends ConfigureDialogProps {
  readonly rows: readonly SkuRow[]
  readonly onSaved: () => void
}

function Fields({ shopId, rows, onSaved, onClose }: FieldsProps) {
  // Read once: a refetched list must not change what is being filled in.
  const [initialDraft] = useState(() => {
    const sharedContent = sharedSetting(rows)
    return sharedContent ? draftOf(sharedContent) : newDraft()
  })
  const [draft, setDraft] = useState(initialDraft)
  const [saveAttempted, setSaveAttempted] = useState(false)
  const collections = useQuery({ ...templateCollectionsQuery(useApi()), meta: { quiet: true } })
  const { configure } = useProductMutations(shopId)
  const { content, problems, count } = readDraft(draft, collections.data ? new Set(collections.data.map(({ id }) => id)) : null)
  const overwritten = rows.filter(({ setting }) => setting).length

  const save = async () => {
    setSaveAttempted(true)
    if (content === null) return false
    await configure.mutateAsync({ content, targets: rows.map(targetOf) })
    toastSuccess('保存成功')
    return true
  }
  return (
    <GuardedForm
      isDirty={draft !== initialDraft}
      okText={rows.length > 1 ? `保存到 ${rows.length} 个规格` : '保存配置'}
      save={save}
      onSaved={onSaved}
      onCancel={onClose}
      note={noteOf(saveAttempted ? count : 0, rows.length > 1 ? overwritten : 0)}
    >
      {rows.length === 1 && rows[0] && (
        <p className="setting-of" title={rowName(rows[0])}>
          {rowName(rows[0])}
        </p>
      )}
      {rows.length > 1 && overwritten > 0 && (
        <Unfold className="setting-overwritten" summary={`其中 ${overwritten} 个已有配置，保存后会被这里的配置覆盖`}>
          <ul className="products-names">{rows.map((row) => row.setting && <li key={row.id}>{rowName(row)}</li>)}</ul>
        </Unfold>
      )}
      <SettingFields draft={draft} onChange={setDraft} problems={saveAttempted ? problems : null} />
    </GuardedForm>
  )
}

function noteOf(missing: number, overwritten: number): string {
  if (missing > 0) return `还差 ${missing} 处没有填好`
  return overwritten > 0 ? `将覆盖 ${overwritten} 个已有配置` : ''
}
