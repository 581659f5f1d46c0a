/** Every screen of the shell: path, code, title, and entry in the left menu. Titles and the menu are defined only here. */
import {
  IconApps,
  IconCommon,
  IconDelete,
  IconFontColors,
  IconHome,
  IconImage,
  IconLayout,
  IconLink,
  IconMobile,
  IconOrderedList,
  IconPalette,
  IconPrinter,
  IconSafe,
  IconScan,
  IconSettings,
  IconStorage,
  IconThunderbolt,
} from '@arco-design/web-react/icon'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Permission } from '../../contract/constants'
import { readers, viewers } from '../../contract/permissions'
import type { Api } from '../api/services'
import { printBatchOf, screens } from '../base/paths'
import { type LazyScreen, lazyScreen } from '../ui/lazy-screen'

/** Reads what a screen at these parameters of its address shows first, so that it is there when the screen is. */
type FirstData = (services: { readonly api: Api; readonly queries: QueryClient }, params: URLSearchParams) => Promise<unknown>

/** The groups of the menu, in their sequence. */
export const menuGroups = { day: '每天', sale: '卖什么', base: '基础' } as const
export type MenuGroup = keyof typeof menuGroups

export interface AppRoute {
  /** Pattern of wouter. */
  readonly path: string
  readonly title: string
  readonly icon?: ComponentType
  /** Where it stands in the menu; a screen without one is reached by link only. */
  readonly group?: MenuGroup
  /** A sub-account needs one of these permissions to read it; absent: every user may. */
  readonly reads?: readonly Permission[]
  /** Users with one of these reach it as a part of another entry of the menu, so that they need no entry for it. */
  readonly within?: readonly Permission[]
  readonly Screen: LazyScreen<object>
  /** Absent: the screen asks for its data itself, when its code is there. */
  readonly firstData?: () => Promise<{ readonly default: FirstData }>
}

/** Children of /app. */
export const appRoutes: readonly AppRoute[] = [
  {
    path: screens.home.path,
    title: '首页',
    group: 'day',
    reads: viewers.home,
    icon: IconHome,
    Screen: lazyScreen(() => import('../features/home/home-screen')),
    firstData: () => import('../features/home/first-data'),
  },
  {
    path: screens.orders.path,
    title: '订单管理',
    group: 'day',
    reads: viewers.orders,
    icon: IconOrderedList,
    Screen: lazyScreen(() => import('./screens/order-management')),
    firstData: () => import('../features/orders/first-data'),
  },
  {
    path: screens.alarms.path,
    title: '异常订单',
    reads: viewers.orders,
    Screen: lazyScreen(() => import('../features/orders/alarms/alarm-screen')),
  },
  {
    path: screens.approvals.path,
    title: '待审批',
    reads: viewers.orders,
    Screen: lazyScreen(() => import('../features/orders/approvals/approval-screen')),
  },
  {
    path: screens.names.path,
    title: '按名单定制',
    reads: ['orders'],
    Screen: lazyScreen(() => import('../features/orders/names/names-screen')),
  },
  {
    path: screens.rules.path,
    title: '自动规则',
    group: 'day',
    reads: viewers.orders,
    icon: IconThunderbolt,
    Screen: lazyScreen(() => import('../features/rules/rule-screen')),
  },
  {
    path: screens.scan.path,
    title: '扫码',
    group: 'day',
    reads: readers.printSteps,
    within: viewers.printFloor,
    icon: IconScan,
    Screen: lazyScreen(() => import('./screens/print-floor')),
  },
  {
    path: printBatchOf(':id').path,
    title: '批次',
    reads: viewers.printFloor,
    Screen: lazyScreen(() => import('../features/print-floor/batch/batch-screen')),
  },
  {
    path: `${screens.printFloor.path}/:type?`,
    title: '打印车间',
    group: 'day',
    reads: viewers.printFloor,
    icon: IconLayout,
    Screen: lazyScreen(() => import('./screens/print-floor')),
  },
  {
    path: screens.products.path,
    title: '商品定制配置',
    group: 'sale',
    reads: viewers.products,
    icon: IconApps,
    Screen: lazyScreen(() => import('../features/products/product-screen')),
  },
  {
    path: `${screens.links.path}/:child?`,
    title: '定制链接',
    group: 'sale',
    reads: viewers.products,
    icon: IconLink,
    Screen: lazyScreen(() => import('./screens/customization-links')),
  },
  {
    path: screens.templates.path,
    title: '模板管理',
    group: 'sale',
    reads: viewers.templates,
    icon: IconPalette,
    Screen: lazyScreen(() => import('./screens/template-management')),
    firstData: () => import('../features/templates/first-data'),
  },
  {
    path: `${screens.assets.path}/:type?`,
    title: '素材库',
    group: 'sale',
    reads: viewers.assets,
    icon: IconImage,
    Screen: lazyScreen(() => import('./screens/design-assets')),
  },
  {
    path: `${screens.assets.path}/:type/collection`,
    title: '素材分组',
    reads: viewers.assets,
    Screen: lazyScreen(() => import('./screens/asset-collections')),
  },
  {
    path: `${screens.fonts.path}/:type?`,
    title: '字体与颜色',
    group: 'sale',
    reads: viewers.fonts,
    icon: IconFontColors,
    Screen: lazyScreen(() => import('./screens/fonts')),
  },
  {
    path: `${screens.phones.path}/:type?`,
    title: '品牌与型号',
    group: 'base',
    reads: viewers.catalogue,
    icon: IconMobile,
    Screen: lazyScreen(() => import('./screens/phone-brand-model')),
  },
  {
    path: `${screens.phoneCases.path}/:type?`,
    title: '材质与线框图',
    group: 'base',
    reads: viewers.catalogue,
    icon: IconStorage,
    Screen: lazyScreen(() => import('./screens/phone-case-material')),
  },
  {
    path: `${screens.integrations.path}/:type?`,
    title: '工厂对接',
    group: 'base',
    reads: viewers.factory,
    icon: IconCommon,
    Screen: lazyScreen(() => import('./screens/integrations')),
  },
  {
    path: screens.printProfiles.path,
    title: '打印配置',
    group: 'base',
    reads: viewers.printProfiles,
    icon: IconPrinter,
    Screen: lazyScreen(() => import('../features/print-profiles/print-profile-screen')),
  },
  {
    path: `${screens.credits.path}/:type?`,
    title: '点数充值',
    group: 'base',
    reads: viewers.credits,
    icon: IconSafe,
    Screen: lazyScreen(() => import('../features/credits/pay-screen')),
  },
  {
    path: screens.paymentResult.path,
    title: '支付结果',
    Screen: lazyScreen(() => import('../features/credits/payment-result')),
  },
  {
    path: screens.shops.path,
    title: '店铺设置',
    group: 'base',
    reads: viewers.products,
    icon: IconSettings,
    Screen: lazyScreen(() => import('../features/shops/shop-list')),
  },
  {
    path: screens.trash.path,
    title: '回收站',
    group: 'base',
    reads: viewers.trash,
    icon: IconDelete,
    Screen: lazyScreen(() => import('../features/trash/trash-screen')),
  },
  {
    path: screens.miniApp.path,
    title: '小程序',
    reads: viewers.products,
    Screen: lazyScreen(() => import('../features/mini-app/mini-app-screen')),
  },
  {
    path: `${screens.account.path}/:type?`,
    title: '账号',
    Screen: lazyScreen(() => import('./screens/account')),
  },
  {
    path: screens.selfTest.path,
    title: '自检',
    Screen: lazyScreen(() => import('../features/self-test/self-test-screen')),
  },
  {
    path: `${screens.help.path}/:topic?`,
    title: '帮助文档',
    Screen: lazyScreen(() => import('../features/help/help-screen')),
  },
]

/** Whether a user may read a screen. */
export type May = (reads: readonly Permission[]) => boolean

export const mayRead = ({ reads }: Pick<AppRoute, 'reads'>, may: May): boolean => reads === undefined || may(reads)

/** Returns the screens of a user's menu; those that may not be read, or are parts of another one there, are left out. */
export const menuOf = (routes: readonly AppRoute[], may: May = () => true): readonly AppRoute[] =>
  routes.filter((route) => route.group !== undefined && mayRead(route, may) && !(route.within && may(route.within)))

/**
 * Returns the first screen after signing in: the home screen once the account has orders, the phones until then; of a user who may not
 * read it the first one that he may, otherwise his own account.
 */
export function landingFor(may: May, hasOrders: boolean): string {
  const preferred = hasOrders ? screens.home.path : screens.phones.path
  const menu = menuOf(appRoutes, may)
  const found =
    menu.find(({ path }) => path.startsWith(preferred)) ?? menu.find(({ path }) => path !== screens.home.path) ?? menu[0]
  return found?.path.split('/:')[0] ?? screens.account.path
}
