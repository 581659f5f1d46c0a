import { Checkbox, Form, Input, Radio } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import type { KeyCeilings, KeyRights } from '../../../contract/rules/key-rights'
import { textLimits } from '../../../contract/rules/limits'
import { shopLabel } from '../../../contract/rules/shop-types'
import type { ApiKeyMade } from '../../../contract/types'
import { shopsQuery } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import { beijingDay } from '../../base/beijing-time'
import { serverNow } from '../../base/server-clock'
import { FormDialog } from '../../ui/form-dialog'
import { useApiKeyMutations } from './mutations'
import { CeilingsField, RightsField } from './rights-table'

const dayMs = 24 * 60 * 60 * 1000
const lives = [30, 90, 180, 365] as const

interface Fields {
  name: string
  rights: KeyRights
  ceilings: KeyCeilings
  allShops: boolean
  shopIds: number[]
  /** Days until its end. */
  days: number
  /** One a line. */
  addresses: string
}

interface KeyFormProps {
  readonly visible: boolean
  readonly onClose: () => void
  /** Called with the new key, whose secret the server returns only now. */
  readonly onMade: (key: ApiKeyMade) => void
}

const endOf = (days: number): number => serverNow() + days * dayMs

/** A dialog that makes an API key: its name, its rights as a table, its shops, its end and its addresses. */
export function KeyForm({ visible, onClose, onMade }: KeyFormProps) {
  const shops = useQuery({ ...shopsQuery(useApi()), enabled: visible, meta: { quiet: true } }).data ?? []
  const { create } = useApiKeyMutations()
  const save = async ({ name, rights, ceilings, allShops, shopIds, days, addresses }: Fields) =>
    onMade(
      await create.mutateAsync({
        ...{ name: name.trim(), rights, ceilings, shopIds: allShops ? null : shopIds, expiresAt: endOf(days) },
        addresses: addresses.split(/[\s,，;；]+/).filter((line) => line !== ''),
      }),
    )
  return (
    <FormDialog<Fields>
      visible={visible}
      title="新建接口密钥"
      okText="生成密钥"
      width={640}
      initialValues={{ name: '', rights: { orders: 'read' }, ceilings: {}, allShops: true, shopIds: [], days: 90, addresses: '' }}
      fields={['name', 'rights', 'ceilings', 'shopIds', 'addresses']}
      save={save}
      onClose={onClose}
    >
      {() => (
        <>
          <Form.Item
            label="名称"
            field="name"
            extra="写明是哪个程序在用；操作记录里显示这个名称"
            rules={[{ validator: (value: string | undefined, fail) => fail(value?.trim() ? undefined : '名称必填') }]}
          >
            <Input autoFocus aria-label="名称" maxLength={textLimits.apiKeyName} placeholder="例如：仓库发货程序" />
          </Form.Item>
          <Form.Item
            label="权限"
            field="rights"
            extra="子账号、操作记录、平台密钥和审批不对密钥开放"
            rules={[
              {
                validator: (value: KeyRights | undefined, fail) =>
                  fail(Object.keys(value ?? {}).length > 0 ? undefined : '至少选择一项权限'),
              },
            ]}
          >
            <RightsField />
          </Form.Item>
          <Form.Item label="会花钱的操作" field="ceilings" extra="单独勾选，每天（北京时间）用到上限为止">
            <CeilingsField />
          </Form.Item>
          <Form.Item label="店铺" field="allShops">
            <Radio.Group
              aria-label="店铺"
              options={[
                { value: true, label: '全部店铺，以后添加的也算' },
                { value: false, label: '只有选中的店铺' },
              ]}
            />
          </Form.Item>
          <Form.Item noStyle shouldUpdate>
            {(values: Partial<Fields>) =>
              values.allShops === false && (
                <Form.Item
                  field="shopIds"
                  rules={[
                    {
                      validator: (value: number[] | undefined, fail) =>
                        fail((value?.length ?? 0) > 0 ? undefined : '至少选择一个店铺'),
                    },
                  ]}
                >
                  <Checkbox.Group options={shops.map((shop) => ({ value: shop.id, label: shopLabel(shop) }))} />
                </Form.Item>
              )
            }
          </Form.Item>
          <Form.Item label="有效期" field="days" extra="到期前 14 天和 3 天会提醒您；最长一年">
            <Radio.Group
              aria-label="有效期"
              options={lives.map((days) => ({ value: days, label: `${days} 天（到 ${beijingDay(endOf(days))}）` }))}
            />
          </Form.Item>
          <Form.Item
            label="允许的 IP（可不填）"
            field="addresses"
            extra="每行一个地址或网段，例如 203.0.113.7 或 10.0.0.0/8；不填时不限制"
          >
            <Input.TextArea aria-label="允许的 IP" autoSize={{ minRows: 2, maxRows: 6 }} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
