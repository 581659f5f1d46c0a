import { Form, Select } from '@arco-design/web-react'
import type { TemplateCollection, TemplateRow } from '../../../contract/types'
import { FormDialog } from '../../ui/form-dialog'
import { toastSuccess } from '../../ui/toast'
import { useTemplateMutations } from './mutations'
import { templateName } from './template-card'

interface CopyDialogProps {
  /** What is copied; null while closed. */
  readonly template: TemplateRow | null
  /** The groups it can go to: all but its own. */
  readonly groups: readonly TemplateCollection[]
  readonly onClose: () => void
}

/** 复制到其他分组: the copy goes last in the chosen group, the original stays. */
export function CopyDialog({ template, groups, onClose }: CopyDialogProps) {
  const { copyTo } = useTemplateMutations()
  return (
    <FormDialog<{ collectionId: number }>
      visible={template !== null}
      title={`把「${template === null ? '' : templateName(template)}」复制到其他分组`}
      okText="复制"
      initialValues={groups.length === 1 ? { collectionId: groups[0]?.id ?? 0 } : {}}
      fields={['collectionId']}
      save={async ({ collectionId }) => {
        if (template === null) return
        await copyTo.mutateAsync({ id: template.id, collectionId })
        toastSuccess(`已复制到「${groups.find((group) => group.id === collectionId)?.name ?? ''}」`)
      }}
      onClose={onClose}
    >
      {() => (
        <Form.Item label="分组" field="collectionId" rules={[{ required: true, message: '请选择分组' }]}>
          <Select
            aria-label="分组"
            placeholder="请选择分组"
            options={groups.map((group) => ({ value: group.id, label: group.name }))}
          />
        </Form.Item>
      )}
    </FormDialog>
  )
}
