import { Button, Checkbox, Tag } from '@arco-design/web-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { onSaleQuery } from '../../../api/queries/products'
import { useApi } from '../../../api/services'
import { ReadError } from '../../../customization-settings/loaded'
import { SearchField } from '../../../ui/search-field'
import { ProductPicture } from '../product-picture'
import { listedItems, type OnSaleItem } from './on-sale-items'

interface OnSaleListProps {
  readonly shopId: number
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
  readonly disabled: boolean
}

/** Lists the products that a shop has on sale on its marketplace, to be ticked. Ticks stay through searches. */
export function OnSaleList({ shopId, chosen, onChange, disabled }: OnSaleListProps) {
  const [keyword, setKeyword] = useState('')
  const result = useInfiniteQuery(onSaleQuery(useApi(), shopId, keyword))
  const { data, isPending, isError, fetchNextPage, hasNextPage, isFetchingNextPage } = result
  const { items, total, isSearched } = listedItems(data?.pages ?? [], keyword)
  const ticked = items.filter(({ originalId }) => chosen.has(originalId)).length
  const isAll = items.length > 0 && ticked === items.length
  const set = (ids: readonly string[], on: boolean) => {
    const next = new Set(chosen)
    for (const id of ids)
      if (on) next.add(id)
      else next.delete(id)
    onChange(next)
  }
  const ids = items.map(({ originalId }) => originalId)
  return (
    <section aria-label="出售中的商品" aria-busy={isPending}>
      <div className="products-sale-head">
        <Checkbox
          checked={isAll}
          indeterminate={ticked > 0 && !isAll}
          disabled={disabled || items.length === 0}
          onChange={() => set(ids, !isAll)}
        >
          全选
        </Checkbox>
        <span className="products-sale-count numeric" role="status">
          {isPending ? '正在从平台读取…' : countText(items.length, total, chosen.size)}
        </span>
        <SearchField value={keyword} onChange={setKeyword} label="搜索出售中的商品" placeholder="商品标题" clearsOnEscape />
      </div>
      {keyword !== '' && !isSearched && hasNextPage && (
        <p className="products-sale-note">这个平台不能按标题搜索：只在已列出的商品里找，可以继续加载。</p>
      )}
      {isError && <ReadError result={result} noun="出售中的商品" />}
      <ul className="products-sale-list">
        {items.map((item) => (
          <Row
            key={item.originalId}
            item={item}
            checked={chosen.has(item.originalId)}
            disabled={disabled}
            onChange={(on) => set([item.originalId], on)}
          />
        ))}
        {!isPending && !isError && items.length === 0 && (
          <li className="products-sale-none">
            {keyword === '' ? '这个店铺没有出售中的商品' : `没有标题包含「${keyword}」的商品`}
          </li>
        )}
        {hasNextPage && (
          <li className="products-sale-more">
            <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              加载更多
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

const countText = (listed: number, total: number | null, chosen: number): string =>
  `${total !== null && total > listed ? `共 ${total} 个，列出 ${listed} 个` : `共 ${listed} 个`}${chosen > 0 ? `，已选 ${chosen} 个` : ''}`

interface RowProps {
  readonly item: OnSaleItem
  readonly checked: boolean
  readonly disabled: boolean
  readonly onChange: (isChecked: boolean) => void
}

function Row({ item: { originalId, title, imageUrl, isSynced }, checked, disabled, onChange }: RowProps) {
  return (
    <li>
      <Checkbox className="products-sale-row" checked={checked} disabled={disabled} onChange={onChange}>
        <ProductPicture url={imageUrl} />
        <span className="products-sale-facts">
          <span className="products-title">{title}</span>
          <span className="products-id numeric">
            {originalId}
            {isSynced && <Tag size="small">已同步</Tag>}
          </span>
        </span>
      </Checkbox>
    </li>
  )
}
