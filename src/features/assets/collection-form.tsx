import { Form, Input } from '@arco-design/web-react'
import type { DesignAssetCollection } from '../../../contract/types'
import { FormDialog, type SaveContext } from '../../ui/form-dialog'
import { toastSuccess } from '../../ui/toast'
import type { AssetKind } from './asset-kinds'
import { cleanName, nameCount, nameProblem } from './collection-name'
import { useCollectionMutations } from './mutations'

/** The collection to rename, or 'new' to add one. */
export type CollectionTarget = DesignAssetCollection | 'new'

interface NameFieldProps {
  readonly value?: string
  readonly onChange?: (name: string) => void
}

/** The name field, with the width of the name beside it, since the limit applies to the width. */
function NameField({ value = '', onChange, ...rest }: NameFieldProps) {
  const tooLong = cleanName(value) !== '' && nameProblem(value) !== null
  return (
    <Input
      {...rest}
      autoFocus
      value={value}
      onChange={(name) => onChange?.(name)}
      aria-label="分组名称"
      placeholder="例如：夏日海边"
      onFocus={(event) => event.target.select()}
      suffix={<span className={tooLong ? 'assets-count numeric is-over' : 'assets-count numeric'}>{nameCount(value)}</span>}
    />
  )
}

interface Fields {
  readonly name: string
}

const check = (value: string | undefined, fail: (problem?: string) => void) => fail(nameProblem(value ?? '') ?? undefined)

interface CollectionFormProps {
  readonly kind: AssetKind
  /** null while the dialog is closed. */
  readonly target: CollectionTarget | null
  readonly onClose: () => void
  readonly onAdded?: (collection: DesignAssetCollection) => void
}

/** A dialog that adds or renames a collection. */
export function CollectionForm({ kind, target, onClose, onAdded }: CollectionFormProps) {
  const { create, rename } = useCollectionMutations(kind.type)
  const isNew = target === 'new'
  const save = async (typed: string, { opened, overwrite }: SaveContext<Fields>) => {
    const name = cleanName(typed)
    if (target === 'new') {
      const added = await create.mutateAsync(name)
      toastSuccess('分组添加成功')
      onAdded?.(added)
    } else if (target !== null) {
      await rename.mutateAsync({ id: target.id, name, ...(!overwrite && { was: opened.name ?? target.name }) })
      toastSuccess('分组修改成功')
    }
  }
  return (
    <FormDialog<Fields>
      visible={target !== null}
      title={isNew ? `新建${kind.label}分组` : '重命名分组'}
      subject={target === null || target === 'new' ? undefined : target.id}
      okText={isNew ? '新建分组' : '保存名称'}
      initialValues={{ name: target === null || isNew ? '' : target.name }}
      fields={['name']}
      save={({ name }, saving) => save(name, saving)}
      changes={!isNew}
      onClose={onClose}
      width={420}
    >
      {() => (
        <Form.Item label="分组名称" field="name" rules={[{ validator: check }]}>
          <NameField />
        </Form.Item>
      )}
    </FormDialog>
  )
}
