import { Checkbox, Form, Select } from '@arco-design/web-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { phoneNameOf } from '../../../../contract/rules/case-names'
import type { Customization } from '../../../../contract/types'
import { materialsQuery, phoneBrandsQuery, phoneModelsQuery } from '../../../api/queries/catalogue'
import { orderKeys } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { FormDialog } from '../../../ui/form-dialog'
import { toastSuccess } from '../../../ui/toast'

interface CaseDialogProps {
  readonly visible: boolean
  readonly customization: Customization
  readonly onClose: () => void
}

interface Fields {
  brandId?: number
  phoneModelId?: number
  /** 'keep': the design's material and colour are not changed. */
  colorId: number | 'keep'
  alike: boolean
}

const optionsOf = <T extends { readonly id: number; readonly name: string }>(rows: readonly T[] | undefined) =>
  (rows ?? []).map(({ id, name }) => ({ value: id, label: name }))
const matchesLabel = (typed: string, { props }: ReactElement): boolean => {
  const label = typeof props === 'object' && props !== null && 'children' in props ? props.children : ''
  return typeof label === 'string' && label.toLowerCase().includes(typed.trim().toLowerCase())
}

/** Chooses another model, material and colour for a design that was ordered wrongly or that the catalogue does not know. */
export function CaseDialog({ visible, customization, onClose }: CaseDialogProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [brandId, setBrandId] = useState(customization.phoneBrandId)
  const brands = useQuery({ ...phoneBrandsQuery(api), enabled: visible })
  const models = useQuery({ ...phoneModelsQuery(api, brandId ?? 0), enabled: visible && brandId !== null, meta: { quiet: true } })
  const materials = useQuery({ ...materialsQuery(api), enabled: visible })
  const colors = (materials.data ?? []).flatMap((material) =>
    material.colors.map((color) => ({ value: color.id, label: `${material.name} · ${color.name}` })),
  )
  const save = async ({ phoneModelId, colorId, alike }: Fields) => {
    if (phoneModelId === undefined) return
    const phoneCaseMaterialColorId = colorId === 'keep' ? null : colorId
    const body = { customizationIds: [customization.id], phoneModelId, phoneCaseMaterialColorId, alike }
    const { changed } = await api.orders.setCase({ body }, { quiet: true })
    await queries.invalidateQueries({ queryKey: orderKeys.all })
    toastSuccess(changed > 1 ? `已给 ${changed} 个定制换好型号` : '已换好型号')
  }
  return (
    <FormDialog<Fields>
      visible={visible}
      title={`给「${phoneNameOf(customization)}」换型号`}
      okText="换型号"
      initialValues={{
        ...(customization.phoneBrandId !== null && { brandId: customization.phoneBrandId }),
        ...(customization.phoneModelId !== null && customization.modelKnown && { phoneModelId: customization.phoneModelId }),
        colorId: 'keep',
        alike: !customization.modelKnown,
      }}
      fields={['phoneModelId']}
      save={save}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Form.Item label="品牌" field="brandId" rules={[{ required: true, message: '请选择品牌' }]}>
            <Select
              aria-label="品牌"
              showSearch
              filterOption={matchesLabel}
              placeholder="请选择品牌"
              loading={brands.isLoading}
              options={optionsOf(brands.data)}
              onChange={(id: number) => {
                setBrandId(id)
                form.resetFields('phoneModelId')
                form.clearFields('phoneModelId')
              }}
            />
          </Form.Item>
          <Form.Item label="型号" field="phoneModelId" rules={[{ required: true, message: '请选择型号' }]}>
            <Select
              aria-label="型号"
              showSearch
              filterOption={matchesLabel}
              placeholder={brandId === null ? '请先选择品牌' : '请选择型号'}
              loading={models.isLoading}
              options={optionsOf(models.data)}
            />
          </Form.Item>
          <Form.Item label="材质和颜色" field="colorId" extra="选择的型号、材质会一直保留：重新同步或导入订单也不会改回去。">
            <Select
              aria-label="材质和颜色"
              showSearch
              filterOption={matchesLabel}
              options={[{ value: 'keep', label: '不变' }, ...colors]}
            />
          </Form.Item>
          <Form.Item field="alike" triggerPropName="checked" noStyle>
            <Checkbox>其他订单里同名、还没有推送的定制也一起换</Checkbox>
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
