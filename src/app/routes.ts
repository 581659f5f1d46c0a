/** Every screen of the shell: path → code, title, place in the left menu. Titles and the menu come from here alone. */
import {
  IconApps,
  IconCommon,
  IconFontColors,
  IconImage,
  IconLink,
  IconMobile,
  IconOrderedList,
  IconPalette,
  IconSafe,
  IconSettings,
  IconStorage,
} from '@arco-design/web-react/icon'
import type { ComponentType } from 'react'
import { lazyScreen } from './lazy-screen'

export interface AppRoute {
  /** Pattern as wouter reads it. */
  readonly path: string
  readonly title: string
  readonly icon?: ComponentType
  /** Reached by link only, not from the menu. */
  readonly hidden?: boolean
  readonly Screen: ComponentType
}

/** Children of /app. */
export const appRoutes: readonly AppRoute[] = [
  {
    path: '/app/phone_brand_model/:type?',
    title: '品牌与型号',
    icon: IconMobile,
    Screen: lazyScreen(() => import('./screens/phone-brand-model')),
  },
  {
    path: '/app/phone_case_material/:type?',
    title: '材质与线框图',
    icon: IconStorage,
    Screen: lazyScreen(() => import('./screens/phone-case-material')),
  },
  {
    path: '/app/design_assets/:type?',
    title: '素材库',
    icon: IconImage,
    Screen: lazyScreen(() => import('./screens/design-assets')),
  },
  {
    path: '/app/design_assets/:type/collection',
    title: '素材分组',
    hidden: true,
    Screen: lazyScreen(() => import('./screens/asset-collections')),
  },
  {
    path: '/app/design_template',
    title: '模板管理',
    icon: IconPalette,
    Screen: lazyScreen(() => import('./screens/template-management')),
  },
  {
    path: '/app/fonts/:type?',
    title: '字体与颜色',
    icon: IconFontColors,
    Screen: lazyScreen(() => import('./screens/fonts')),
  },
  {
    path: '/app/order_management',
    title: '订单管理',
    icon: IconOrderedList,
    Screen: lazyScreen(() => import('./screens/order-management')),
  },
  {
    path: '/app/sku_customization_setting',
    title: '商品定制配置',
    icon: IconApps,
    Screen: lazyScreen(() => import('../features/products/product-screen')),
  },
  {
    path: '/app/sku_customization_urls_setting/:child?',
    title: '定制链接',
    icon: IconLink,
    Screen: lazyScreen(() => import('./screens/customization-links')),
  },
  {
    path: '/app/integrations/:type?',
    title: '工厂对接',
    icon: IconCommon,
    Screen: lazyScreen(() => import('./screens/integrations')),
  },
  {
    path: '/app/pay/:type?',
    title: '点数充值',
    icon: IconSafe,
    Screen: lazyScreen(() => import('../features/credits/pay-screen')),
  },
  {
    path: '/app/payment_result',
    title: '支付结果',
    hidden: true,
    Screen: lazyScreen(() => import('../features/credits/payment-result')),
  },
  {
    path: '/app/setting',
    title: '店铺设置',
    icon: IconSettings,
    Screen: lazyScreen(() => import('../features/shops/shop-list')),
  },
  {
    path: '/app/mini_app',
    title: '小程序',
    hidden: true,
    Screen: lazyScreen(() => import('../features/mini-app/mini-app-screen')),
  },
  {
    path: '/app/self_test',
    title: '自检',
    hidden: true,
    Screen: lazyScreen(() => import('../features/self-test/self-test-screen')),
  },
  {
    path: '/app/help/:topic?',
    title: '帮助文档',
    hidden: true,
    Screen: lazyScreen(() => import('../features/help/help-screen')),
  },
]

export const menuOf = (routes: readonly AppRoute[]): readonly AppRoute[] =>
  routes.filter((route) => route.title !== '' && !route.hidden)

/** Where a signed-in seller lands. */
const preferredLanding = '/app/phone_brand_model'

export function landingOf(routes: readonly AppRoute[]): string {
  const menu = menuOf(routes)
  return (menu.find((route) => route.path.startsWith(preferredLanding)) ?? menu[0])?.path.split('/:')[0] ?? '/'
}

export const landingPath = landingOf(appRoutes)
