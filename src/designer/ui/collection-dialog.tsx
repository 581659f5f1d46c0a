import { Alert, Form, Input, Select } from '@arco-design/web-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { textLimits } from '../../../contract/rules/limits'
import { templateCollectionsQuery, templateKeys } from '../../api/queries/templates'
import { useApi } from '../../api/services'
import { FormDialog } from '../../ui/form-dialog'
import { useDesigner, useSession } from './context'

interface CollectionChoice {
  /** 0 stands for a collection that is still to be created. */
  readonly collectionId: number
  readonly name?: string
}

/** The collection of a design was deleted: the seller chooses or creates another one. */
export function CollectionDialog({ onSaveAgain }: { readonly onSaveAgain: () => void }) {
  const { session } = useDesigner()
  const api = useApi()
  const queries = useQueryClient()
  const goneMessage = useSession((state) => state.collectionGone)
  const deletedId = useSession((state) => state.collectionId)
  const { data } = useQuery({
    ...templateCollectionsQuery(api),
    enabled: goneMessage !== null,
    staleTime: 0,
    meta: { quiet: true },
  })
  const collections = (data ?? []).filter((group) => group.id !== deletedId)
  const options = [...collections.map(({ id, name }) => ({ value: id, label: name })), { value: 0, label: '新建分组' }]

  const save = async ({ collectionId, name = '' }: CollectionChoice) => {
    const targetId =
      collectionId === 0
        ? (await api.templateCollections.create({ body: { name: name.trim() } }, { quiet: true })).id
        : collectionId
    void queries.invalidateQueries({ queryKey: templateKeys.collections() })
    session.chooseCollection(targetId)
    onSaveAgain()
  }
  return (
    <FormDialog<CollectionChoice>
      visible={goneMessage !== null}
      title="选择保存到哪个分组"
      okText="保存到此分组"
      initialValues={{}}
      fields={['name']}
      save={save}
      onClose={() => session.chooseCollection(null)}
    >
      {(form) => (
        <>
          <Alert type="warning" className="form-alert" content="原来的分组已被删除，您的设计还在这里" />
          <Form.Item label="分组" field="collectionId" rules={[{ required: true, message: '请选择分组' }]}>
            <Select aria-label="分组" placeholder="请选择分组" options={options} />
          </Form.Item>
          <Form.Item noStyle shouldUpdate>
            {() =>
              form.getFieldValue('collectionId') === 0 && (
                <Form.Item
                  label="分组名称"
                  field="name"
                  rules={[{ required: true, match: /\S/, message: '请输入分组名称' }]}
                  normalize={(name?: string) => name?.trimStart()}
                >
                  <Input aria-label="分组名称" placeholder="例如：夏日主题" maxLength={textLimits.templateCollection} />
                </Form.Item>
              )
            }
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
