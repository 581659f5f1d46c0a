import { Alert, Form, Input } from '@arco-design/web-react'
import { useQueryClient } from '@tanstack/react-query'
import { textLimits } from '../../../contract/rules/limits'
import { type PrintProfile, printPresets, printProfileProblem } from '../../../contract/rules/print-profile'
import type { StoredPrintProfile } from '../../../contract/types'
import { printProfileKeys } from '../../api/queries/print-profiles'
import { useApi } from '../../api/services'
import { FormDialog } from '../../ui/form-dialog'
import type { DialogProps } from '../../ui/lazy-dialog'
import { toastSuccess } from '../../ui/toast'
import { type IccChoice, IccField } from './icc-field'
import { ProfileFields } from './profile-fields'

/** The values with which a new profile begins. */
export interface ProfileStart {
  readonly name: string
  readonly settings: PrintProfile
  readonly icc: IccChoice | null
  /** Settings that the file left open from which it was learned. */
  readonly doubts: readonly string[]
}

interface ProfileDialogProps extends DialogProps {
  /** The profile that is changed; null for a new one. */
  readonly profile: StoredPrintProfile | null
  readonly start: ProfileStart | null
}

interface Values {
  readonly name: string
  readonly settings: PrintProfile
  readonly icc: IccChoice | null
}

const checkSettings = (value: PrintProfile | undefined, fail: (problem?: string) => void) => {
  if (value?.plates.some(({ name }) => name.trim() === '')) return fail('每个附加通道都要有名字')
  if (value?.cutLine?.name.trim() === '') return fail('刀线要有专色名')
  fail(value === undefined ? undefined : (printProfileProblem(value) ?? undefined))
}

/** 新建打印配置, or changes to one. */
export default function ProfileDialog({ visible, onClose, profile, start }: ProfileDialogProps) {
  const api = useApi()
  const queries = useQueryClient()
  const save = async ({ name, settings, icc }: Values) => {
    const plates = settings.plates.map((plate) => ({ ...plate }))
    const body = { name: name.trim(), settings: { ...settings, plates }, icc: settings.colors === 'cmyk' ? (icc ?? null) : null }
    if (profile === null) await api.printProfiles.create({ body }, { quiet: true })
    else await api.printProfiles.save({ params: { id: profile.id }, body }, { quiet: true })
    await queries.invalidateQueries({ queryKey: printProfileKeys.all })
    toastSuccess(profile === null ? `已新建「${body.name}」` : `已保存「${body.name}」`)
  }
  const from: Values = profile ?? start ?? { name: '', settings: printPresets.maintop.profile, icc: null }
  const icc = from.icc === null ? null : { fileId: from.icc.fileId, name: from.icc.name }
  const doubts = profile === null ? (start?.doubts ?? []) : []
  return (
    <FormDialog<Values>
      visible={visible}
      title={profile === null ? '新建打印配置' : `修改打印配置`}
      subject={profile?.id ?? (start === null ? 'new' : `learned ${start.name}`)}
      okText={profile === null ? '新建' : '保存'}
      initialValues={{ name: from.name, settings: from.settings, icc }}
      fields={['name', 'settings', 'icc']}
      save={save}
      onClose={onClose}
      width={720}
    >
      {() => (
        <>
          {start !== null && profile === null && (
            <Alert
              type={doubts.length > 0 ? 'warning' : 'success'}
              className="form-alert"
              title="已从文件读出下面的设置，请核对后保存，再打一张测试页。"
              content={
                doubts.length > 0 && (
                  <ul className="profile-doubts">
                    {doubts.map((doubt) => (
                      <li key={doubt}>{doubt}</li>
                    ))}
                  </ul>
                )
              }
            />
          )}
          <Form.Item label="名称" field="name" rules={[{ required: true, message: '请填写打印配置的名称' }]}>
            <Input aria-label="名称" autoFocus maxLength={textLimits.name} placeholder="例如：二号机 蒙泰" />
          </Form.Item>
          <Form.Item noStyle shouldUpdate>
            {(values: Partial<Values>, form) => (
              <Form.Item field="settings" rules={[{ validator: checkSettings }]}>
                <ProfileFields
                  icc={<IccField value={values.icc ?? null} onChange={(next) => form.setFieldValue('icc', next)} />}
                />
              </Form.Item>
            )}
          </Form.Item>
          <Form.Item field="icc" hidden>
            <Input />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
