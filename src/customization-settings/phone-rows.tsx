import { Button, Select } from '@arco-design/web-react'
import { IconDelete, IconDown, IconPlus, IconUp } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PhoneBrand } from '../../contract/types'
import { phoneBrandsQuery, phoneModelsQuery } from '../api/queries/catalogue'
import { useApi } from '../api/services'
import { CheckList } from '../ui/check-list'
import { useOptionFilter } from '../ui/use-option-filter'
import { useSearchInput } from '../ui/use-search-input'
import { Loaded } from './loaded'
import { addBrandRow, type BrandRow, removeBrandRow, type SettingFieldsProps, setBrand, setModels } from './setting-draft'

/** Rows of brands, each with all or some of its models. */
export function PhoneRows({ draft, onChange, problems }: SettingFieldsProps) {
  const brands = useQuery({ ...phoneBrandsQuery(useApi()), meta: { quiet: true } })
  const box = useRef<HTMLDivElement>(null)
  const addRow = () => {
    onChange(addBrandRow(draft))
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('li:last-child .arco-select')?.focus())
  }
  return (
    <div ref={box}>
      <Loaded result={brands} noun="品牌">
        {(rows) => (
          <>
            {draft.brands.length > 0 && (
              <ul className="setting-brands">
                {draft.brands.map((row, rowIndex) => (
                  <Row
                    key={row.key}
                    row={row}
                    place={rowIndex + 1}
                    brands={rows}
                    chosenElsewhere={draft.brands.flatMap(({ key, brandId }) =>
                      key !== row.key && brandId !== null ? [brandId] : [],
                    )}
                    problem={problems?.brands.get(row.key)}
                    onBrand={(id) => onChange(setBrand(draft, row.key, id))}
                    onModels={(ids) => onChange(setModels(draft, row.key, ids))}
                    onRemove={() => onChange(removeBrandRow(draft, row.key))}
                  />
                ))}
              </ul>
            )}
            <Button icon={<IconPlus />} onClick={addRow} disabled={rows.length > 0 && draft.brands.length >= rows.length}>
              添加品牌
            </Button>
          </>
        )}
      </Loaded>
    </div>
  )
}

interface RowProps {
  readonly row: BrandRow
  /** Number of the row, from 1. */
  readonly place: number
  readonly brands: readonly PhoneBrand[]
  /** Brands chosen in the other rows. */
  readonly chosenElsewhere: readonly number[]
  readonly problem: string | undefined
  readonly onBrand: (id: number) => void
  readonly onModels: (ids: readonly number[]) => void
  readonly onRemove: () => void
}

function Row({ row, place, brands, chosenElsewhere, problem, onBrand, onModels, onRemove }: RowProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  useSearchInput(box, '搜索品牌')
  const filterOption = useOptionFilter()
  const { brandId, modelIds } = row
  const brand = brands.find(({ id }) => id === brandId)
  const isGone = brandId !== null && brand === undefined
  const name = brand?.name ?? (isGone ? '已删除的品牌' : `第 ${place} 行`)
  const chosen = modelIds.length === 0 ? '全部型号' : `已选 ${modelIds.length} 个型号`
  const options = [
    ...(isGone ? [{ value: brandId, label: '已删除的品牌', disabled: true }] : []),
    ...brands.map(({ id, name: label }) => ({ value: id, label, disabled: chosenElsewhere.includes(id) })),
  ]
  return (
    <li className="setting-brand" aria-label={name}>
      <div className="setting-brand-row">
        <span ref={box} className="setting-brand-name">
          <Select
            aria-label="品牌"
            placeholder="请选择品牌"
            showSearch
            filterOption={filterOption}
            {...(problem !== undefined && { status: 'error' as const })}
            {...(brandId !== null && { value: brandId })}
            onChange={onBrand}
            options={options}
          />
        </span>
        <Button
          type="text"
          disabled={brand === undefined}
          aria-expanded={open && brand !== undefined}
          aria-label={`${name}的型号：${chosen}`}
          icon={open ? <IconUp /> : <IconDown />}
          onClick={() => setOpen(!open)}
        >
          {chosen}
        </Button>
        <Button type="text" status="danger" icon={<IconDelete />} aria-label={`移除${name}`} onClick={onRemove} />
      </div>
      {problem !== undefined && (
        <p className="setting-problem" role="alert">
          {problem}
        </p>
      )}
      {open && brand !== undefined && <Models key={brand.id} brand={brand} chosen={modelIds} onChange={onModels} />}
    </li>
  )
}

interface ModelsProps {
  readonly brand: PhoneBrand
  readonly chosen: readonly number[]
  readonly onChange: (ids: readonly number[]) => void
}

function Models({ brand, chosen, onChange }: ModelsProps) {
  const models = useQuery({ ...phoneModelsQuery(useApi(), brand.id), meta: { quiet: true } })
  return (
    <Loaded result={models} noun="型号">
      {(rows) => (
        <CheckList
          label="型号"
          items={rows}
          chosen={chosen}
          onChange={onChange}
          missingLabel="已删除的型号"
          emptyText={`不选表示「${brand.name}」的全部型号`}
        />
      )}
    </Loaded>
  )
}
