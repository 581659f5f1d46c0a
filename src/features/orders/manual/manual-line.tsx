import { Button, Input, InputNumber, Radio, Select } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { manualOrderLimits } from '../../../../contract/rules/limits'
import { materialsQuery, phoneBrandsQuery, phoneModelsQuery } from '../../../api/queries/catalogue'
import { useApi } from '../../../api/services'
import { useOptionFilter } from '../../../ui/use-option-filter'
import type { ManualLine } from './manual-fields'
import { ManualPictureField } from './manual-picture'

interface ManualLineProps {
  readonly line: ManualLine
  /** From 1. */
  readonly number: number
  readonly canRemove: boolean
  readonly onChange: (change: Partial<ManualLine>) => void
  readonly onRemove: () => void
}

const optionsOf = (rows: readonly { readonly id: number; readonly name: string }[] | undefined) =>
  (rows ?? []).map(({ id, name }) => ({ value: id, label: name }))

/** One item of an order that is written by hand: its case from the catalogue, how many, and where its design comes from. */
export function ManualLineField({ line, number, canRemove, onChange, onRemove }: ManualLineProps) {
  const api = useApi()
  const isOpen = line.kept === null
  const brands = useQuery({ ...phoneBrandsQuery(api), enabled: isOpen })
  const models = useQuery({
    ...phoneModelsQuery(api, line.brandId ?? 0),
    enabled: isOpen && line.brandId !== null,
    meta: { quiet: true },
  })
  const materials = useQuery({ ...materialsQuery(api), enabled: isOpen })
  const colors = (materials.data ?? []).flatMap((material) =>
    material.colors.map((color) => ({ value: color.id, label: `${material.name} · ${color.name}` })),
  )
  const of = `第 ${number} 个商品的`
  const filterOption = useOptionFilter()
  const select = { showSearch: true, filterOption } as const
  return (
    <fieldset className="manual-line">
      <legend className="manual-line-legend">商品 {number}</legend>
      {line.kept !== null ? (
        <p className="manual-line-kept">{line.kept}</p>
      ) : (
        <>
          <div className="manual-line-row">
            <Select
              {...select}
              aria-label={`${of}品牌`}
              placeholder="品牌"
              loading={brands.isLoading}
              {...(line.brandId !== null && { value: line.brandId })}
              options={optionsOf(brands.data)}
              onChange={(brandId: number) => onChange({ brandId, phoneModelId: null })}
            />
            <Select
              {...select}
              key={line.brandId}
              aria-label={`${of}型号`}
              placeholder={line.brandId === null ? '先选品牌' : '型号'}
              loading={models.isLoading}
              {...(line.phoneModelId !== null && { value: line.phoneModelId })}
              options={optionsOf(models.data)}
              onChange={(phoneModelId: number) => onChange({ phoneModelId })}
            />
            <Select
              {...select}
              aria-label={`${of}材质和颜色`}
              placeholder="材质和颜色"
              loading={materials.isLoading}
              {...(line.materialColorId !== null && { value: line.materialColorId })}
              options={colors}
              onChange={(materialColorId: number) => onChange({ materialColorId })}
            />
            <InputNumber
              aria-label={`${of}数量`}
              className="manual-line-quantity"
              min={1}
              max={manualOrderLimits.quantity}
              precision={0}
              {...(line.quantity !== null && { value: line.quantity })}
              onChange={(quantity: number | undefined) => onChange({ quantity: quantity ?? null })}
            />
          </div>
          <Input
            aria-label={`${of}名称`}
            placeholder="商品名称，可以不填"
            maxLength={manualOrderLimits.title}
            value={line.title}
            onChange={(title) => onChange({ title })}
          />
          <div className="manual-line-row">
            <Radio.Group
              aria-label={`${of}设计`}
              value={line.design}
              onChange={(design: ManualLine['design']) => onChange({ design })}
              options={[
                { value: 'picture', label: '上传定制图' },
                { value: 'code', label: '买家的定制编号' },
                { value: 'later', label: line.hasDesign ? '设计不变' : '以后再说' },
              ]}
            />
          </div>
          {line.design === 'picture' && (
            <ManualPictureField label={`选择${of}定制图`} picture={line.picture} onChange={(picture) => onChange({ picture })} />
          )}
          {line.design === 'code' && (
            <Input
              aria-label={`${of}定制编号`}
              placeholder="买家提交设计后得到的编号"
              maxLength={manualOrderLimits.code}
              value={line.code}
              onChange={(code) => onChange({ code })}
            />
          )}
        </>
      )}
      <div className="manual-line-actions">
        {line.lock !== null && <span className="orders-label">{line.lock}</span>}
        {line.kept !== null && line.lock === null && (
          <Button size="mini" onClick={() => onChange({ kept: null })} aria-label={`修改第 ${number} 个商品`}>
            修改
          </Button>
        )}
        {canRemove && line.lock === null && (
          <Button size="mini" type="text" onClick={onRemove} aria-label={`删除第 ${number} 个商品`}>
            删除
          </Button>
        )}
      </div>
    </fieldset>
  )
}
