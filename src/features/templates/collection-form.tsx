import { Alert, Form, Input } from '@arco-design/web-react'
import { useState } from 'react'
import type { TemplateCollection } from '../../../contract/types'
import { FailureText } from '../../ui/failure-view'
import { Modal } from '../../ui/modal'
import { toastSuccess } from '../../ui/toast'
import { useCollectionMutations } from './mutations'

interface CollectionFormProps {
  /** The group to rename, 'new' to add one, null while closed. */
  readonly target: TemplateCollection | 'new' | null
  readonly onClose: () => void
  readonly onSaved: (collection: TemplateCollection) => void
}

const maxNameLength = 50

/** Adds or renames a template group. */
export function CollectionForm({ target, onClose, onSaved }: CollectionFormProps) {
  const [form] = Form.useForm<{ name: string }>()
  const { create, rename } = useCollectionMutations()
  const [error, setError] = useState<unknown>(null)
  // The title stays while the dialog fades out.
  const [shown, setShown] = useState(target)
  if (target !== null && target !== shown) setShown(target)
  const isNew = shown === 'new' || shown === null
  const busy = create.isPending || rename.isPending

  const save = async (typed: string) => {
    if (busy || target === null) return
    const name = typed.trim()
    setError(null)
    try {
      const saved = target === 'new' ? await create.mutateAsync(name) : await rename.mutateAsync({ id: target.id, name })
      toastSuccess(target === 'new' ? '分组添加成功' : '分组修改成功')
      onSaved(saved)
      onClose()
    } catch (cause) {
      setError(cause)
    }
  }

  return (
    <Modal
      visible={target !== null}
      title={isNew ? '新建分组' : '重命名分组'}
      okText={isNew ? '新建分组' : '保存名称'}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
      afterClose={() => setError(null)}
      style={{ width: 420, maxWidth: 'calc(100vw - 32px)' }}
    >
      {error !== null && (
        <div role="alert">
          <Alert type="error" className="form-alert" content={<FailureText error={error} />} />
        </div>
      )}
      <Form<{ name: string }>
        form={form}
        onSubmit={(fields) => void save(fields.name ?? '')}
        layout="vertical"
        requiredSymbol={false}
        initialValues={{ name: isNew || shown === null ? '' : shown.name }}
      >
        <Form.Item
          label="分组名称"
          field="name"
          rules={[{ validator: (value: string | undefined, fail) => fail(value?.trim() ? undefined : '请输入分组名称') }]}
        >
          <Input autoFocus maxLength={maxNameLength} showWordLimit aria-label="分组名称" placeholder="例如：夏日主题" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
