import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { shopsQuery } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import { useChosenShops } from '../../api/use-chosen-shops'
import { screens } from '../../base/paths'
import { EmptyState } from '../../ui/empty'
import { LinkButton } from '../../ui/link-button'
import { ListView } from '../../ui/list-view'
import { NoShopsGiven } from '../../ui/no-shops'
import { Page } from '../../ui/page'
import { TableSkeleton } from '../../ui/table-skeleton'
import { useScreenParams } from '../../ui/use-list-query'
import { ProductList } from './product-list'
import { ProductsPicture } from './product-picture'
import { readLastShop, rememberShop } from './shop-memory'
import './products.css'

/** 商品定制配置: shows the products of a shop, which is stored in the address and remembered for the next visit. */
export default function ProductScreen() {
  const shops = useQuery(shopsQuery(useApi()))
  const params = useScreenParams(screens.products)
  const [, navigate] = useLocation()
  const named = params.get('shopId')
  const remembered = readLastShop()
  const find = (id: string | null) => shops.data?.find((shop) => String(shop.id) === id)
  const shop = find(named) ?? find(remembered) ?? shops.data?.[0]
  useEffect(() => {
    if (shop) rememberShop(shop.id)
  }, [shop])
  // Write the shown shop into the address, so that a copied address shows the same.
  const shopId = shop?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: `params` is another object on every render
  useEffect(() => {
    if (shopId === undefined || String(shopId) === named) return
    params.set({ shopId }, { replace: true })
  }, [shopId, named])

  const hasChosenShops = useChosenShops()
  const chooseShop = (id: number | null) => {
    if (id === null || id === shopId) return
    // Page, search and dialog belong to the previous shop, so they are dropped.
    navigate(screens.products({ shopId: id }))
  }
  return (
    <Page title="商品定制配置">
      <ListView result={shops} skeleton={<TableSkeleton label="正在加载店铺" />}>
        {(rows) =>
          shop === undefined && hasChosenShops ? (
            <NoShopsGiven />
          ) : shop === undefined ? (
            <EmptyState
              picture={<ProductsPicture />}
              title="先添加一个店铺"
              text="商品属于店铺：添加店铺后，就能在这里配置哪些商品可以定制。"
              action={<LinkButton href={screens.shops.path}>去店铺设置</LinkButton>}
            />
          ) : (
            <ProductList key={shop.id} shop={shop} shops={rows} onShop={chooseShop} />
          )
        }
      </ListView>
    </Page>
  )
}
