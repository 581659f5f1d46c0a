import { Alert, Form, Input } from '@arco-design/web-react'
import { useState } from 'react'
import { textLimits } from '../../../contract/rules/limits'
import { FailureText } from '../../ui/failure-view'
import { Modal } from '../../ui/modal'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'

export interface Naming {
  readonly title: string
  readonly okText: string
  readonly label: string
  readonly placeholder: string
  readonly maxLength: number
  /** Message for an empty name; absent when the name may be empty. */
  readonly required?: string
  readonly name: string
  /** A warning about a trimmed name; null when there is none. */
  readonly warn?: (name: string) => string | null
  /** Saves the trimmed name; when it rejects, the dialog stays open with the typed name and shows the failure. */
  readonly save: (name: string) => Promise<void>
}

interface NameDialogProps {
  /** The object to name; null while the dialog is closed. */
  readonly naming: Naming | null
  readonly onClose: () => void
}

/** A dialog that asks for a name. */
export function NameDialog({ naming, onClose }: NameDialogProps) {
  const [form] = Form.useForm<{ name: string }>()
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [warning, setWarning] = useState<string | null>(null)
  const shownNaming = useValueWhileClosing(naming !== null, naming)

  const save = useOneAtATime(async (typed: string) => {
    if (naming === null) return
    setBusy(true)
    setError(null)
    try {
      await naming.save(typed.trim())
      onClose()
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
    }
  })
  const check = (value: string | undefined, fail: (problem?: string) => void) =>
    fail(value?.trim() || shownNaming?.required === undefined ? undefined : shownNaming.required)

  return (
    <Modal
      visible={naming !== null}
      title={shownNaming?.title}
      okText={shownNaming?.okText ?? ''}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
      afterClose={() => {
        setError(null)
        setWarning(null)
      }}
      style={{ width: 420, maxWidth: 'calc(100vw - 32px)' }}
    >
      {error !== null && <Alert type="error" className="form-alert" content={<FailureText error={error} />} />}
      <Form<{ name: string }>
        form={form}
        onValuesChange={(_, { name = '' }) => setWarning(shownNaming?.warn?.(name.trim()) ?? null)}
        onSubmit={(fields) => save(fields.name ?? '')}
        layout="vertical"
        requiredSymbol={false}
        initialValues={{ name: shownNaming?.name ?? '' }}
      >
        <Form.Item label={shownNaming?.label} field="name" rules={[{ validator: check }]}>
          <Input
            autoFocus
            onFocus={(event) => event.target.select()}
            maxLength={shownNaming?.maxLength ?? textLimits.name}
            showWordLimit
            aria-label={shownNaming?.label ?? ''}
            placeholder={shownNaming?.placeholder ?? ''}
          />
        </Form.Item>
        {warning !== null && (
          <p className="form-warning" role="status">
            {warning}
          </p>
        )}
      </Form>
    </Modal>
  )
}
