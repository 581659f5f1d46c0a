import { Checkbox, Form, Input } from '@arco-design/web-react'
import { type Permission, permissions } from '../../../contract/constants'
import { textLimits } from '../../../contract/rules/limits'
import type { SubAccount } from '../../../contract/types'
import { useChosenShops } from '../../api/use-chosen-shops'
import { FormDialog } from '../../ui/form-dialog'
import { toastSuccess } from '../../ui/toast'
import type { SetupLink } from './link-dialog'
import { useSubAccountMutations } from './mutations'
import { ownNameOf, permissionTexts } from './permission-texts'
import { ShopScopeFields } from './shop-scope-fields'

interface SubAccountFormProps {
  /** The sub-account to change, 'new' to add one, null while closed. */
  readonly target: SubAccount | 'new' | null
  /** True if the user may grant a permission: only those that they hold themselves. */
  readonly mayGrant: (permission: Permission) => boolean
  readonly onClose: () => void
  /** Called with a new sub-account's one-time link; the server returns it only at creation. */
  readonly onLink: (link: SetupLink) => void
}

interface Fields {
  username: string
  permissions: Permission[]
  scope: 'all' | 'chosen'
  shopIds: number[]
}

const emptyFields = (isLimited: boolean): Fields => ({
  ...{ username: '', permissions: [], shopIds: [] },
  scope: isLimited ? 'chosen' : 'all',
})

const fieldsOf = ({ username, permissions: granted, shopIds }: SubAccount): Fields => ({
  username: ownNameOf(username),
  permissions: [...granted],
  scope: shopIds === null ? 'all' : 'chosen',
  shopIds: [...(shopIds ?? [])],
})

function nameProblem(value: string | undefined): string | undefined {
  const name = value?.trim() ?? ''
  if (name === '') return '用户名必填'
  if (/[:：\s]/.test(name)) return '子账号名不能含冒号或空格'
  return name.length > textLimits.username ? `用户名不能超过 ${textLimits.username} 个字符` : undefined
}

/** A dialog that adds a sub-account or changes its name, permissions and shops. */
export function SubAccountForm({ target, mayGrant, onClose, onLink }: SubAccountFormProps) {
  const { create, update } = useSubAccountMutations()
  const existing = target === 'new' ? null : target
  const isLimited = useChosenShops()
  const save = async ({ username: typed, permissions: ticked, scope, shopIds }: Fields) => {
    const write = { username: typed.trim(), permissions: ticked, shopIds: scope === 'all' ? null : shopIds }
    if (existing !== null) {
      await update.mutateAsync({ id: existing.id, ...write })
      return toastSuccess('修改成功')
    }
    const { username, setup } = await create.mutateAsync(write)
    toastSuccess('添加成功')
    if (setup !== null) onLink({ username, ...setup })
  }
  return (
    <FormDialog<Fields>
      visible={target !== null}
      title={existing === null ? '添加子账号' : '编辑子账号'}
      okText={existing === null ? '添加并生成链接' : '保存子账号'}
      initialValues={existing === null ? emptyFields(isLimited) : fieldsOf(existing)}
      fields={['username', 'permissions', 'shopIds']}
      save={save}
      onClose={onClose}
    >
      {() => (
        <>
          <Form.Item
            label="用户名"
            field="username"
            extra="登录名是「主账号:用户名」；改名后用新的名字登录"
            rules={[{ validator: (value: string | undefined, fail) => fail(nameProblem(value)) }]}
          >
            <Input autoFocus aria-label="用户名" placeholder={`最多 ${textLimits.username} 个字符`} />
          </Form.Item>
          <Form.Item label="权限" field="permissions" extra="保存后立即生效；没有勾选的内容，看也看不到">
            <Checkbox.Group direction="vertical" className="permission-list">
              {permissions.map((permission) => (
                <Checkbox key={permission} value={permission} disabled={!mayGrant(permission)}>
                  <span className="permission-name">{permissionTexts[permission].name}</span>
                  <span className="permission-description">{permissionTexts[permission].description}</span>
                </Checkbox>
              ))}
            </Checkbox.Group>
          </Form.Item>
          <ShopScopeFields isLimited={isLimited} />
        </>
      )}
    </FormDialog>
  )
}
