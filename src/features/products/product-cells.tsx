import { Button } from '@arco-design/web-react'
import { useRef, useState } from 'react'
import type { Product } from '../../../contract/types'
import { SettingSummary } from '../../customization-settings/setting-summary'
import { CopyButton } from '../../ui/copy-button'
import { ProductPicture } from './product-picture'
import { createClickCounter } from './quick-clicks'
import type { SkuRow } from './sku-rows'

interface ProductCellProps {
  readonly product: Product
  readonly onRemove: (product: Product) => void
}

/** Shows a product's picture, title and platform id. */
export function ProductCell({ product, onRemove }: ProductCellProps) {
  return (
    <div className="products-product">
      <ProductPicture url={product.imageUrl} />
      <div className="products-facts">
        <span className="products-title" title={product.title}>
          {product.title}
        </span>
        <span className="products-id numeric">
          {product.originalId}
          <CopyButton text={product.originalId} label={`复制商品ID ${product.originalId}`} />
        </span>
        <span>
          <Button size="mini" type="text" aria-label={`删除商品「${product.title}」`} onClick={() => onRemove(product)}>
            删除商品
          </Button>
        </span>
      </div>
    </div>
  )
}

/** Property names that the marketplace writes before every value; without them the values fit into one line. */
const usualProperties = /(^|;)(?:适用手机型号|手机型号|适用型号|颜色分类):/g
const skuText = (name: string): string => name.replace(usualProperties, (_, mark: string) => (mark === '' ? '' : '；'))

/** Shows a SKU's name; four quick clicks reveal its platform id, which only support asks for. */
export function SkuCell({ sku }: Pick<SkuRow, 'sku'>) {
  const [revealed, setRevealed] = useState(false)
  const clicks = useRef(createClickCounter(4))
  if (sku === null) return <span className="products-none">无规格</span>
  return (
    <>
      <button
        type="button"
        className="products-sku"
        title={sku.propertiesName}
        onClick={({ timeStamp }) => {
          if (clicks.current(timeStamp)) setRevealed(true)
        }}
      >
        {skuText(sku.propertiesName)}
      </button>
      {revealed && (
        <span className="products-id numeric">
          {sku.originalId}
          <CopyButton text={sku.originalId} label={`复制规格ID ${sku.originalId}`} />
        </span>
      )}
    </>
  )
}

/** Shows a row's configuration, or 未配置. */
export function StatusCell({ setting }: Pick<SkuRow, 'setting'>) {
  if (setting === undefined) return <span className="products-unknown" role="status" aria-label="正在读取配置" />
  return setting === null ? <span className="products-unset">未配置</span> : <SettingSummary setting={setting} />
}
