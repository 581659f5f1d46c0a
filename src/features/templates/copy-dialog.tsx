import { Form, Select } from '@arco-design/web-react'
import type { TemplateCollection } from '../../../contract/types'
import { FormDialog } from '../../ui/form-dialog'

interface CopyDialogProps {
  /** Description of what is copied; null while the dialog is closed. */
  readonly subject: string | null
  /** The collections to choose from: all but the template's own. */
  readonly collections: readonly TemplateCollection[]
  /** When it rejects, the dialog stays open and shows the failure. */
  readonly copy: (collectionId: number) => Promise<unknown>
  readonly onClose: () => void
}

/** 复制到其他分组: the copy is added at the end of the chosen collection, the original stays. */
export function CopyDialog({ subject, collections, copy, onClose }: CopyDialogProps) {
  return (
    <FormDialog<{ collectionId: number }>
      visible={subject !== null}
      title={`把${subject ?? ''}复制到其他分组`}
      okText="复制"
      initialValues={collections.length === 1 ? { collectionId: collections[0]?.id ?? 0 } : {}}
      fields={['collectionId']}
      save={({ collectionId }) => copy(collectionId)}
      onClose={onClose}
    >
      {() => (
        <Form.Item label="分组" field="collectionId" rules={[{ required: true, message: '请选择分组' }]}>
          <Select
            aria-label="分组"
            placeholder="请选择分组"
            options={collections.map((collection) => ({ value: collection.id, label: collection.name }))}
          />
        </Form.Item>
      )}
    </FormDialog>
  )
}
