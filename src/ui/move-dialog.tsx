import { Form, InputNumber } from '@arco-design/web-react'
import { Modal } from './modal'
import { useValueWhileClosing } from './use-value-while-closing'

interface MoveDialogProps {
  /** The moved item and its index, from 0; null while closed. */
  readonly target: { readonly name: string; readonly index: number } | null
  readonly total: number
  /** Called with the new index, from 0. */
  readonly onMove: (index: number) => void
  readonly onClose: () => void
}

/** The dialog 移到第 N 位. */
export function MoveDialog({ target, total, onMove, onClose }: MoveDialogProps) {
  const [form] = Form.useForm<{ position: number }>()
  const shown = useValueWhileClosing(target !== null, target)
  const label = `移到第几位（1–${total}）`
  return (
    <Modal
      visible={target !== null}
      title={`移动「${shown?.name ?? ''}」`}
      okText="移动"
      onOk={() => form.submit()}
      onCancel={onClose}
      style={{ width: 360, maxWidth: 'calc(100vw - 32px)' }}
    >
      <Form<{ position: number }>
        form={form}
        layout="vertical"
        requiredSymbol={false}
        initialValues={{ position: (shown?.index ?? 0) + 1 }}
        onSubmit={({ position }) => {
          onClose()
          onMove(position - 1)
        }}
      >
        <Form.Item
          label={label}
          field="position"
          rules={[
            {
              validator: (value: number | undefined, fail: (problem?: string) => void) =>
                fail(
                  value !== undefined && Number.isInteger(value) && value >= 1 && value <= total
                    ? undefined
                    : `请输入 1 到 ${total} 的整数`,
                ),
            },
          ]}
        >
          <InputNumber autoFocus hideControl aria-label={label} onFocus={(event) => event.target.select()} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
