import { Alert, Form, Input } from '@arco-design/web-react'
import { textLimits } from '../../../../contract/rules/limits'
import type { Alarm } from '../../../../contract/types'
import { FormDialog } from '../../../ui/form-dialog'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'

/** The seller's word on alarms: made all the same, or not made by the factory. */
export type Word = 'keep' | 'cancelled' | 'outOfStock'

export interface Said {
  readonly word: Word
  readonly alarms: readonly Alarm[]
}

interface Texts {
  readonly title: string
  readonly okText: string
  readonly label: string
  readonly placeholder: string
  readonly warning: string | null
}

const doubled = '如果工厂其实还在做，再推送会做两件。请先和工厂确认。'

const texts: Readonly<Record<Word, Texts>> = {
  keep: {
    title: '不再提示',
    okText: '不再提示',
    label: '原因',
    placeholder: '例如：买家撤销了退款，照样做',
    warning: null,
  },
  cancelled: {
    title: '记为工厂已取消',
    okText: '工厂已确认取消',
    label: '备注',
    placeholder: '例如：和谁确认的、工厂怎么说',
    warning: `记下后这一件可以推送到其他工厂，不另扣点。${doubled}`,
  },
  outOfStock: {
    title: '记为工厂缺货',
    okText: '工厂缺货，没有做',
    label: '备注',
    placeholder: '例如：缺哪个型号、什么时候到货',
    warning: `记下后这一件可以推送到其他工厂，不另扣点。${doubled}`,
  },
}

interface NoteDialogProps {
  /** Null while closed. */
  readonly said: Said | null
  readonly onSave: (said: Said, note: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for the reason or the note; who said it and when is kept with it. */
export function NoteDialog({ said, onSave, onClose }: NoteDialogProps) {
  const shown = useValueWhileClosing(said !== null, said)
  const { title, okText, label, placeholder, warning } = texts[shown?.word ?? 'keep']
  const isNeeded = shown?.word === 'keep'
  return (
    <FormDialog<{ note: string }>
      visible={said !== null}
      title={title}
      subject={shown?.alarms.map(({ customizationId }) => customizationId).join('-')}
      okText={okText}
      initialValues={{ note: '' }}
      fields={['note']}
      save={({ note = '' }) => (said === null ? Promise.resolve() : onSave(said, note.trim()))}
      onClose={onClose}
    >
      {() => (
        <>
          {warning !== null && <Alert type="warning" className="form-alert" content={warning} />}
          <Form.Item label={label} field="note" rules={isNeeded ? [{ required: true, match: /\S/, message: '请写明原因' }] : []}>
            <Input autoFocus maxLength={textLimits.note} showWordLimit aria-label={label} placeholder={placeholder} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
