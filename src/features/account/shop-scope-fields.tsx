import { Form, Radio, Select } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { maxChosenShops } from '../../../contract/constants'
import { shopLabel } from '../../../contract/rules/shop-types'
import { shopsQuery } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import { useOptionFilter } from '../../ui/use-option-filter'

const needsShop = (ids: number[] | undefined, fail: (message?: string) => void) =>
  fail(ids && ids.length > 0 ? undefined : '请至少选择一个店铺')

/** 店铺范围: all shops or some of them. A user with some shops himself can give only these. */
export function ShopScopeFields({ isLimited }: { readonly isLimited: boolean }) {
  const shops = useQuery(shopsQuery(useApi()))
  const filterOption = useOptionFilter()
  return (
    <>
      <Form.Item
        label="店铺范围"
        field="scope"
        extra="只看得到所选店铺的订单、商品、链接和记录；模板、素材和机型是全部店铺共用的，不受影响"
      >
        <Radio.Group>
          <Radio value="all" disabled={isLimited}>
            全部店铺（以后添加的也算）
          </Radio>
          <Radio value="chosen">指定店铺</Radio>
        </Radio.Group>
      </Form.Item>
      <Form.Item noStyle shouldUpdate={(before, after) => before.scope !== after.scope}>
        {(values) =>
          values.scope === 'chosen' && (
            <Form.Item field="shopIds" label="指定的店铺" rules={[{ validator: needsShop }]}>
              <Select
                mode="multiple"
                aria-label="指定的店铺"
                placeholder={shops.data?.length === 0 ? '还没有店铺，请先在店铺设置里添加' : '可以选择多个'}
                loading={shops.isPending}
                allowClear
                filterOption={filterOption}
                options={(shops.data ?? []).slice(0, maxChosenShops).map((shop) => ({ value: shop.id, label: shopLabel(shop) }))}
              />
            </Form.Item>
          )
        }
      </Form.Item>
    </>
  )
}
