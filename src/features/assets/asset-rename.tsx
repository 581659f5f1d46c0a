import { Form, Input } from '@arco-design/web-react'
import { textLimits } from '../../../contract/rules/limits'
import type { LooseDesignAsset } from '../../../contract/types'
import { FormDialog } from '../../ui/form-dialog'
import { toastSuccess } from '../../ui/toast'
import { assetName } from './asset-facts'
import { useRenameAsset } from './mutations'

const checkName = (value: string | undefined, fail: (problem?: string) => void) => fail(value?.trim() ? undefined : '请填写名称')

interface AssetRenameProps {
  /** null while the dialog is closed. */
  readonly asset: LooseDesignAsset | null
  readonly onClose: () => void
}

/** A dialog that renames an asset; the original file's name is not changed. */
export function AssetRename({ asset, onClose }: AssetRenameProps) {
  const rename = useRenameAsset()
  const save = async ({ name }: { readonly name: string }) => {
    if (asset === null) return
    await rename.mutateAsync({ id: asset.id, name: name.trim() })
    toastSuccess('更新成功')
  }
  return (
    <FormDialog<{ name: string }>
      visible={asset !== null}
      title="重命名"
      subject={asset?.id}
      okText="保存名称"
      initialValues={{ name: asset === null ? '' : assetName(asset) }}
      fields={['name']}
      save={save}
      onClose={onClose}
      width={420}
    >
      {() => (
        <Form.Item label="名称" field="name" rules={[{ validator: checkName }]}>
          <Input
            autoFocus
            aria-label="名称"
            maxLength={textLimits.name}
            showWordLimit
            onFocus={(event) => event.target.select()}
          />
        </Form.Item>
      )}
    </FormDialog>
  )
}
