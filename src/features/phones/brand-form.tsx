import type { PhoneBrand } from '../../../contract/types'
import { FormDialog, type SaveContext } from '../../ui/form-dialog'
import { NameField } from '../../ui/name-field'
import { toastFailure, toastSuccess } from '../../ui/toast'
import { useBrandMutations } from './mutations'

interface BrandFormProps {
  /** The brand to change, 'new' to add one, null while closed. */
  readonly target: PhoneBrand | 'new' | null
  readonly onClose: () => void
}

interface Fields {
  name: string
}

function checkName(value: string | undefined, fail: (problem?: string) => void): void {
  if (!value) fail('品牌名称必填')
  else fail(value.trim() === '' ? '请填写品牌' : undefined)
}

/** A dialog that adds or renames a brand. */
export function BrandForm({ target, onClose }: BrandFormProps) {
  const { create, rename } = useBrandMutations()
  const brand = target === 'new' ? null : target
  const save = async ({ name }: Fields, { opened, overwrite }: SaveContext<Fields>) => {
    const actionName = brand === null ? '新增品牌' : '修改品牌'
    try {
      if (brand === null) await create.mutateAsync(name.trim())
      else await rename.mutateAsync({ id: brand.id, name: name.trim(), ...(!overwrite && { was: { name: opened.name ?? '' } }) })
    } catch (error) {
      toastFailure(`${actionName}失败`)
      throw error
    }
    toastSuccess(`${actionName}成功`)
  }
  return (
    <FormDialog<Fields>
      visible={target !== null}
      title={brand === null ? '新增品牌' : '修改品牌'}
      subject={brand?.id}
      okText={brand === null ? '新增品牌' : '保存品牌'}
      initialValues={{ name: brand?.name ?? '' }}
      fields={['name']}
      save={save}
      changes
      onClose={onClose}
    >
      {() => <NameField label="品牌名称" placeholder="例如：苹果、华为、小米" check={checkName} />}
    </FormDialog>
  )
}
