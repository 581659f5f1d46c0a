import { Alert, Form, Input, Select } from '@arco-design/web-react'
import { maxShopNameLength } from '../../../contract/constants'
import {
  addableTypes,
  authorizableTypes,
  hasKeys,
  isConnected,
  type ShopType,
  shopTypeName,
  shopTypes,
} from '../../../contract/rules/shop-types'
import type { Shop } from '../../../contract/types'
import { FormDialog } from '../../ui/form-dialog'
import { toastSuccess } from '../../ui/toast'
import { useShopMutations } from './mutations'
import { shopNameProblem } from './shop-rules'

interface ShopFormProps {
  /** The shop to change, 'new' to add one, null while closed. */
  readonly target: Shop | 'new' | null
  readonly onClose: () => void
}

interface Fields {
  type?: ShopType
  name: string
}

const checkName = (value: string | undefined, fail: (problem?: string) => void) => fail(shopNameProblem(value) ?? undefined)

/** The types that the form offers: those that can be added by hand or by an authorization. */
const typeOptions = shopTypes.flatMap((type) => {
  const name = shopTypeName(type)
  if (addableTypes.includes(type)) return [{ value: type, label: name }]
  return authorizableTypes.includes(type) ? [{ value: type, label: `${name}（只能通过授权添加）`, disabled: true }] : []
})

/** A dialog that adds or changes a shop. The platform of a connected shop is fixed. */
export function ShopForm({ target, onClose }: ShopFormProps) {
  const { create, change } = useShopMutations()
  const shop = target === 'new' ? null : target
  const isFixed = shop !== null && isConnected(shop)
  const save = async ({ type, name: typed }: Fields) => {
    const name = typed.trim()
    if (shop !== null) await change.mutateAsync({ id: shop.id, name, ...(!isFixed && type && { type }) })
    else if (type) await create.mutateAsync({ type, name })
    toastSuccess(shop === null ? '添加成功' : '修改成功')
  }
  return (
    <FormDialog<Fields>
      visible={target !== null}
      title={shop === null ? '添加店铺' : '编辑店铺'}
      subject={shop?.id}
      okText={shop === null ? '添加店铺' : '保存店铺'}
      initialValues={shop === null ? { name: '' } : { type: shop.type, name: shop.name }}
      fields={['type', 'name']}
      save={save}
      onClose={onClose}
    >
      {() => (
        <>
          <Alert type="warning" className="form-alert" content="请填写真实的店铺名称：买家在定制页面会看到它。" />
          <Form.Item
            label="平台"
            field="type"
            rules={[{ required: true, message: '必须选择店铺类型' }]}
            extra={
              isFixed
                ? hasKeys(shop.type)
                  ? '已连接的店铺不能更换平台，请先断开连接'
                  : '通过授权添加的店铺不能更换平台'
                : undefined
            }
          >
            <Select aria-label="平台" placeholder="请选择店铺类型" disabled={isFixed} options={typeOptions} />
          </Form.Item>
          <Form.Item label="店铺名称" field="name" rules={[{ validator: checkName }]}>
            <Input
              autoFocus={shop !== null}
              onFocus={(event) => event.target.select()}
              aria-label="店铺名称"
              placeholder={`最多 ${maxShopNameLength} 个字符`}
            />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
