import { Button, Select } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { materialsQuery, phoneBrandsQuery, phoneModelsQuery, skusQuery } from '../api/queries/catalogue'
import { useApi } from '../api/services'
import type { ShownCase } from './listing-draft'

/** A chosen case with the words that name it. */
export interface NamedCase extends ShownCase {
  readonly label: string
}

interface ListingCasesProps {
  readonly chosen: readonly NamedCase[]
  readonly onChange: (chosen: readonly NamedCase[]) => void
}

const quiet = { meta: { quiet: true } } as const
const keyOf = ({ phoneModelId, materialColorId }: ShownCase) => `${phoneModelId}-${materialColorId}`

/** Chooses models in a colour: of one brand at a time, while those of other brands stay chosen. */
export function ListingCases({ chosen, onChange }: ListingCasesProps) {
  const api = useApi()
  const brands = useQuery({ ...phoneBrandsQuery(api), ...quiet })
  const [wantedBrand, setBrand] = useState<number | null>(null)
  const brandId = wantedBrand ?? brands.data?.[0]?.id ?? null
  const models = useQuery({ ...phoneModelsQuery(api, brandId ?? 0), ...quiet, enabled: brandId !== null })
  const modelIds = models.data?.map(({ id }) => id) ?? []
  const skus = useQuery({ ...skusQuery(api, modelIds), ...quiet, enabled: modelIds.length > 0 })
  const materials = useQuery({ ...materialsQuery(api), ...quiet })
  const drawable = (skus.data ?? []).filter(({ wireframeId }) => wireframeId !== null)
  const colors = (materials.data ?? []).flatMap((material) =>
    material.colors
      .filter(({ id }) => drawable.some(({ materialColorId }) => materialColorId === id))
      .map((color) => ({ id: color.id, label: `${material.name} ${color.name}` })),
  )
  const [wantedColor, setColor] = useState<number | null>(null)
  const color = colors.find(({ id }) => id === wantedColor) ?? colors[0]
  const offered = (models.data ?? []).flatMap(({ id, name }): NamedCase[] =>
    color && drawable.some((sku) => sku.phoneModelId === id && sku.materialColorId === color.id)
      ? [{ phoneModelId: id, materialColorId: color.id, label: `${name} · ${color.label}` }]
      : [],
  )
  const isOffered = (one: ShownCase) => offered.some((other) => keyOf(other) === keyOf(one))
  const isLoaded = materials.data !== undefined && models.data !== undefined && (skus.data !== undefined || modelIds.length === 0)
  return (
    <div className="listing-cases">
      <div className="listing-row">
        <Select
          aria-label="品牌"
          value={brandId ?? undefined}
          loading={brands.isPending}
          options={(brands.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id: number) => setBrand(id)}
        />
        <Select
          aria-label="材质和颜色"
          value={color?.id}
          placeholder="材质和颜色"
          options={colors.map(({ id, label }) => ({ value: id, label }))}
          onChange={(id: number) => setColor(id)}
        />
        <Button
          size="small"
          disabled={offered.length === 0}
          onClick={() => onChange([...chosen.filter((one) => !isOffered(one)), ...offered])}
        >
          全选这些机型
        </Button>
      </div>
      <Select
        aria-label="机型"
        mode="multiple"
        allowClear
        placeholder={isLoaded && offered.length === 0 ? '这个品牌没有带线框图的机型' : '选择机型'}
        value={chosen.map(keyOf)}
        options={[...chosen.filter((one) => !isOffered(one)), ...offered].map((one) => ({ value: keyOf(one), label: one.label }))}
        maxTagCount={6}
        onChange={(keys: string[]) => {
          const known = new Map([...chosen, ...offered].map((one) => [keyOf(one), one]))
          onChange(keys.flatMap((one) => known.get(one) ?? []))
        }}
      />
    </div>
  )
}
