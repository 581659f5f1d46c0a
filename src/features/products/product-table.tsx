import { Button } from '@arco-design/web-react'
import { IconCopy, IconSettings } from '@arco-design/web-react/icon'
import { Fragment, memo, useMemo, useState } from 'react'
import type { Product } from '../../../contract/types'
import { SelectBox } from '../../ui/select-box'
import { useRowSelection } from '../../ui/use-row-selection'
import type { Selection } from '../../ui/use-selection'
import { ProductCell, SkuCell, StatusCell } from './product-cells'
import { rowName, type SkuRow } from './sku-rows'
import '../../ui/list.css'

interface ProductTableProps {
  readonly rows: readonly SkuRow[]
  readonly selection: Selection
  /** True if old rows are shown dimmed while new ones are read. */
  readonly refreshing: boolean
  readonly onConfigure: (row: SkuRow) => void
  readonly onCopy: (row: SkuRow) => void
  readonly onRemove: (product: Product) => void
}

/** SKUs of one product shown at first: some products have hundreds. */
const shownAtFirst = 20

/** A table of products with their SKUs, each of which can be ticked and configured. */
export function ProductTable({ rows, selection, refreshing, onConfigure, onCopy, onRemove }: ProductTableProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const { toggle, rangeProps } = useRowSelection(ids, selection)
  const products = useMemo(() => {
    const groups = new Map<number, SkuRow[]>()
    for (const row of rows) groups.set(row.product.id, [...(groups.get(row.product.id) ?? []), row])
    return [...groups.values()]
  }, [rows])
  const ticked = ids.filter((id) => selection.ids.has(id)).length
  const allTicked = ids.length > 0 && ticked === ids.length
  return (
    <div className={`data-table products-table${refreshing ? ' is-stale' : ''}`} {...rangeProps}>
      <table aria-label="商品" aria-busy={refreshing}>
        <colgroup>
          <col className="products-col-product" />
          <col style={{ width: 40 }} />
          <col />
          <col className="products-col-status" />
          <col style={{ width: 104 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">商品</th>
            <th scope="col" className="data-select-cell">
              <SelectBox
                label="选择本页全部规格"
                checked={allTicked}
                indeterminate={ticked > 0 && !allTicked}
                disabled={ids.length === 0}
                onChange={() => (allTicked ? selection.remove(ids) : selection.add(ids))}
              />
            </th>
            <th scope="col">规格</th>
            <th scope="col" title="配置后买家才能定制">
              配置状态
            </th>
            <th scope="col" className="data-actions-cell">
              操作
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map((skus) => {
            const [firstRow] = skus
            if (firstRow === undefined) return null
            const { product } = firstRow
            const folded = skus.length > shownAtFirst && !unfolded.has(product.id)
            const shownSkus = folded ? skus.slice(0, shownAtFirst) : skus
            return (
              <Fragment key={product.id}>
                {shownSkus.map((row, index) => (
                  <SkuLine
                    key={row.id}
                    row={row}
                    ticked={selection.ids.has(row.id)}
                    onTick={toggle}
                    onConfigure={onConfigure}
                    onCopy={onCopy}
                    onRemove={onRemove}
                    span={index === 0 ? shownSkus.length + (folded ? 1 : 0) : 0}
                  />
                ))}
                {folded && (
                  <tr>
                    <td colSpan={4}>
                      <Button type="text" size="small" onClick={() => setUnfolded(new Set(unfolded).add(product.id))}>
                        展开其余 {skus.length - shownSkus.length} 个规格
                      </Button>
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface SkuLineProps extends Pick<ProductTableProps, 'onConfigure' | 'onCopy' | 'onRemove'> {
  readonly row: SkuRow
  readonly ticked: boolean
  readonly onTick: (id: number) => void
  /** Row span of the product's cell; 0 when a row above contains it. */
  readonly span: number
}

/** Memoized: a page can have thousands of rows. */
const SkuLine = memo(({ row, ticked, onTick, onConfigure, onCopy, onRemove, span }: SkuLineProps) => {
  const name = rowName(row)
  return (
    <tr data-id={row.id} className={ticked ? 'is-selected' : ''}>
      {span > 0 && (
        <td rowSpan={span} className="products-product-cell">
          <ProductCell product={row.product} onRemove={onRemove} />
        </td>
      )}
      <td className="data-select-cell">
        <SelectBox label={`选择「${name}」`} checked={ticked} onChange={() => onTick(row.id)} />
      </td>
      <td>
        <SkuCell sku={row.sku} />
      </td>
      <td>
        <StatusCell setting={row.setting} />
      </td>
      <td className="data-actions-cell">
        <span className="products-row-actions">
          <Button
            size="small"
            type="text"
            icon={<IconSettings />}
            disabled={row.setting === undefined}
            aria-label={`配置「${name}」`}
            onClick={() => onConfigure(row)}
          >
            配置
          </Button>
          {row.setting && (
            <Button size="small" type="text" icon={<IconCopy />} aria-label={`复制「${name}」的配置`} onClick={() => onCopy(row)}>
              复制
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
})
