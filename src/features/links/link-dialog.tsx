import { useState } from 'react'
import { shopLabel } from '../../../contract/rules/shop-types'
import { draftOf } from '../../customization-settings/setting-draft'
import { SettingFields } from '../../customization-settings/setting-fields'
import { GuardedForm, leaveForm } from '../../ui/guarded-form'
import { Modal } from '../../ui/modal'
import { toastSuccess } from '../../ui/toast'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import { datesProblemOf, labelOf, readLabel } from './label-draft'
import { LinkFields } from './link-fields'
import type { LinkRow } from './link-rows'
import { LivePhone } from './live-phone'
import { useLinkMutations } from './mutations'
import { missingNote, useLinkDraft } from './use-link-draft'

interface LinkDialogProps {
  /** The link to change; null while the dialog is closed. */
  readonly row: LinkRow | null
  readonly onClose: () => void
}

/** 修改: changes what a link leads to. */
export function LinkDialog({ row, onClose }: LinkDialogProps) {
  const shownRow = useValueWhileClosing(row !== null, row)
  return (
    <Modal
      visible={row !== null}
      title={`修改「${shownRow ? shopLabel(shownRow.shop) : ''}」的定制链接`}
      footer={null}
      onCancel={() => leaveForm(onClose)}
      className="guarded-dialog links-dialog"
    >
      {shownRow !== null && <Fields key={shownRow.id} row={shownRow} onClose={onClose} />}
    </Modal>
  )
}

function Fields({ row, onClose }: LinkDialogProps & { readonly row: LinkRow }) {
  const { draft, setDraft, isDirty, markAttempted, content, problems, missingCount } = useLinkDraft(() => draftOf(row.setting))
  const [initialSetting] = useState(row.setting)
  const [isDefault, setDefault] = useState(initialSetting.isDefault)
  const [timing, setTiming] = useState(initialSetting.customizationTiming)
  const [initialLabel] = useState(() => labelOf(row.setting))
  const [label, setLabel] = useState(initialLabel)
  const datesProblem = datesProblemOf(label)
  const { update } = useLinkMutations()
  const save = async () => {
    markAttempted()
    if (content === null || datesProblem !== null) return false
    await update.mutateAsync({ id: initialSetting.id, content, isDefault, timing, label: readLabel(label) })
    toastSuccess('修改成功')
    return true
  }
  return (
    <div className="links-generate">
      <GuardedForm
        isDirty={
          isDirty ||
          label !== initialLabel ||
          isDefault !== initialSetting.isDefault ||
          timing !== initialSetting.customizationTiming
        }
        okText="保存修改"
        save={save}
        onSaved={onClose}
        onCancel={onClose}
        note={missingNote(missingCount + (datesProblem === null ? 0 : 1))}
      >
        <SettingFields draft={draft} onChange={setDraft} problems={problems} />
        <LinkFields
          timing={timing}
          onTiming={setTiming}
          label={label}
          onLabel={setLabel}
          datesProblem={datesProblem}
          isDefault={isDefault}
          onDefault={setDefault}
          hasOtherPage={row.hasOtherPage}
          fixedReason={initialSetting.isDefault ? '要换默认链接，请把另一条链接设为默认' : null}
        />
      </GuardedForm>
      {!row.hasOtherPage && <LivePhone shopId={row.shop.id} content={content} timing={timing} />}
    </div>
  )
}
