import { Form, Select } from '@arco-design/web-react'
import type { PhoneBrand, PhoneModel } from '../../../contract/types'
import { FormDialog, type SaveContext } from '../../ui/form-dialog'
import { NameField } from '../../ui/name-field'
import { toastSuccess } from '../../ui/toast'
import { useModelMutations } from './mutations'

interface ModelFormProps {
  readonly brand: PhoneBrand
  /** null while the dialog is closed. */
  readonly model: PhoneModel | null
  readonly onClose: () => void
}

interface Fields {
  name: string
}

const checkName = (value: string | undefined, fail: (problem?: string) => void) => fail(value?.trim() ? undefined : '型号必填')

/** A dialog that renames a model; its brand is shown but fixed. */
export function ModelForm({ brand, model, onClose }: ModelFormProps) {
  const { rename } = useModelMutations(brand.id)
  const save = async ({ name }: Fields, { opened, overwrite }: SaveContext<Fields>) => {
    if (model === null) return
    await rename.mutateAsync({ id: model.id, name: name.trim(), ...(!overwrite && { was: { name: opened.name ?? '' } }) })
    toastSuccess('修改型号成功')
  }
  return (
    <FormDialog<Fields>
      visible={model !== null}
      title="修改型号"
      subject={model?.id}
      okText="保存型号"
      initialValues={{ name: model?.name ?? '' }}
      fields={['name']}
      save={save}
      changes
      onClose={onClose}
    >
      {() => (
        <>
          <Form.Item label="品牌" extra="型号的品牌不能修改">
            <Select disabled value={brand.id} aria-label="品牌" options={[{ value: brand.id, label: brand.name }]} />
          </Form.Item>
          <NameField label="型号" check={checkName} />
        </>
      )}
    </FormDialog>
  )
}
