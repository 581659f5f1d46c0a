import { Form, Input } from '@arco-design/web-react'
import { textLimits } from '../../../../contract/rules/limits'
import type { OrderView } from '../../../../contract/types'
import { useChangeOrderViews } from '../../../api/queries/order-views'
import { FormDialog } from '../../../ui/form-dialog'
import type { DialogProps } from '../../../ui/lazy-dialog'
import { toastSuccess } from '../../../ui/toast'

interface ViewDialogProps extends DialogProps {
  /** A view of the list, or what is about to become one. */
  readonly view: OrderView
  /** Whether it is stored and gets another name. */
  readonly isStored: boolean
  readonly views: readonly OrderView[]
  readonly onSaved: (view: OrderView) => void
}

/** Names a view of the order list: a new one, or one that is stored. */
export default function ViewDialog({ visible, onClose, view, isStored, views, onSaved }: ViewDialogProps) {
  const change = useChangeOrderViews()
  const checkName = (value: string | undefined, fail: (problem?: string) => void) => {
    const name = value?.trim() ?? ''
    if (name === '') return fail('请填写视图名称')
    fail(views.some((other) => other.id !== view.id && other.name === name) ? '已经有同名的视图' : undefined)
  }
  const save = async ({ name }: { readonly name: string }) => {
    const named = { ...view, name: name.trim() }
    await change((all) =>
      isStored ? all.map((one) => (one.id === view.id ? { ...one, name: named.name } : one)) : [...all, named],
    )
    toastSuccess(isStored ? `已改名为「${named.name}」` : `已保存视图「${named.name}」`)
    onSaved(named)
  }
  return (
    <FormDialog<{ name: string }>
      visible={visible}
      title={isStored ? '重命名视图' : '存为视图'}
      subject={view.id}
      okText={isStored ? '保存名称' : '保存视图'}
      initialValues={{ name: view.name }}
      fields={['name']}
      save={save}
      onClose={onClose}
      width={420}
    >
      {() => (
        <Form.Item
          label="名称"
          field="name"
          extra="记住现在的分类、筛选、排序、行高和列；换一台电脑登录也在。"
          rules={[{ validator: checkName }]}
        >
          <Input
            autoFocus
            aria-label="名称"
            maxLength={textLimits.orderView}
            showWordLimit
            onFocus={(event) => event.target.select()}
          />
        </Form.Item>
      )}
    </FormDialog>
  )
}
