import { Alert, Form, Input } from '@arco-design/web-react'
import { jigProblem } from '../../../../contract/rules/jig'
import { textLimits } from '../../../../contract/rules/limits'
import type { Jig } from '../../../../contract/types'
import { useApi } from '../../../api/services'
import { FormDialog } from '../../../ui/form-dialog'
import type { DialogProps } from '../../../ui/lazy-dialog'
import { toastSuccess } from '../../../ui/toast'
import type { Named } from '../use-cases'
import { useFloorChange } from '../use-floor-change'
import { draftOf, type JigDraft, layoutOf, newDraft } from './jig-draft'
import { JigFields } from './jig-fields'
import type { JigStart } from './jig-files'

interface JigDialogProps extends DialogProps {
  /** Null: a new one. */
  readonly jig: Jig | null
  /** The values with which a new one begins, such as those of a file; null: it fills the bed. */
  readonly start: JigStart | null
  /** Of the first printer, for a new jig; null while there is none. */
  readonly bed: { readonly widthMm: number; readonly heightMm: number } | null
  readonly models: readonly Named[]
}

interface Values {
  readonly name: string
  readonly draft: JigDraft
}

const checkDraft = (draft: JigDraft | undefined, fail: (problem?: string) => void) => {
  if (draft?.groups.some(({ name }) => name.trim() === '')) return fail('每个工位组都要有名称')
  fail(draft === undefined ? undefined : (jigProblem(layoutOf(draft)) ?? undefined))
}

/** 添加治具, or changes to one. */
export default function JigDialog({ visible, onClose, jig, start, bed, models }: JigDialogProps) {
  const api = useApi()
  const change = useFloorChange()
  const save = async ({ name, draft }: Values) => {
    const { widthMm, heightMm, slots, groups } = layoutOf(draft)
    const body = {
      ...{ name: name.trim(), widthMm, heightMm, slots: slots.map((slot) => ({ ...slot })) },
      groups: groups.map((group) => ({ ...group, phoneModelIds: [...group.phoneModelIds] })),
    }
    if (jig === null) await api.jigs.create({ body }, { quiet: true })
    else await api.jigs.save({ params: { id: jig.id }, body }, { quiet: true })
    await change()
    toastSuccess(jig === null ? `已添加「${body.name}」` : `已保存「${body.name}」`)
  }
  const from = jig ?? start?.layout ?? null
  const problems = jig === null ? (start?.problems ?? []) : []
  return (
    <FormDialog<Values>
      visible={visible}
      title={jig === null ? '添加治具' : '修改治具'}
      subject={jig?.id ?? (start === null ? 'new' : `from ${start.name}`)}
      okText={jig === null ? '添加' : '保存'}
      initialValues={{
        name: (jig?.name ?? start?.name ?? '').slice(0, textLimits.name),
        draft: from === null ? newDraft(bed) : draftOf(from),
      }}
      fields={['name', 'draft']}
      save={save}
      onClose={onClose}
      width={1000}
    >
      {() => (
        <>
          {problems.length > 0 && (
            <Alert
              type="warning"
              className="form-alert"
              title="已从文件读出工位，请核对："
              content={
                <ul className="jig-problems">
                  {problems.map((problem) => (
                    <li key={problem}>{problem}</li>
                  ))}
                </ul>
              }
            />
          )}
          <Form.Item label="名称" field="name" rules={[{ required: true, message: '请填写治具的名称' }]}>
            <Input aria-label="名称" autoFocus maxLength={textLimits.name} placeholder="例如：6090 三十五位" />
          </Form.Item>
          <Form.Item field="draft" rules={[{ validator: checkDraft }]} className="jig-item">
            <JigFields bed={bed} models={models} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
