import { type Permission, permissions } from '../../../contract/constants'
import type { Shop } from '../../../contract/types'

/** Name of each permission and what it allows. */
export const permissionTexts: Readonly<Record<Permission, { readonly name: string; readonly description: string }>> = {
  view: { name: '查看全部', description: '能看店里的所有内容，包括订单、充值和扣点记录，但不能修改任何东西。' },
  catalogue: { name: '品牌、材质与线框图', description: '能查看和修改品牌、型号、材质、颜色、线框图和上下架。' },
  assets: { name: '素材库', description: '能查看、上传、排序和删除图片、贴纸和背景。' },
  templates: { name: '模板', description: '能新建、设计和删除模板，使用抠图；可以查看机型、素材和字体。' },
  fonts: { name: '字体与颜色', description: '能上传、启用和删除字体与文字颜色。' },
  shops: { name: '店铺与商品', description: '能添加店铺、同步商品、修改定制配置和定制链接；可以查看机型和模板。' },
  orders: {
    name: '订单',
    description: '能查看和同步订单，修改订单里的设计，下载定制图（会扣点）；可以查看素材、字体和点数余额。',
  },
  credits: { name: '点数', description: '能查看充值和扣点记录，为账号充值。' },
  factory: { name: '工厂', description: '能查看订单、设置工厂对接和绑定，把订单推送到工厂（会下单）。' },
  users: { name: '子账号', description: '能新建和修改子账号，但不能授予自己没有的权限。' },
}

/** 订单、点数; 无权限 where there is none. */
export const permissionSummary = (granted: readonly Permission[]): string =>
  permissions
    .filter((permission) => granted.includes(permission))
    .map((permission) => permissionTexts[permission].name)
    .join('、') || '无权限'

/** 全部店铺, or the names of the chosen ones; those that the user himself does not see are not named. */
export function shopScopeText(shopIds: readonly number[] | null, shops: readonly Pick<Shop, 'id' | 'name'>[] = []): string {
  if (shopIds === null) return '全部店铺'
  const names = shops.filter(({ id }) => shopIds.includes(id)).map(({ name }) => name)
  return names.join('、') || (shopIds.length === 0 ? '没有店铺' : `${shopIds.length} 个店铺`)
}

/** The part of a sub-account's name after its main account: `li` of `main:li`. */
export const ownNameOf = (username: string): string => username.slice(username.indexOf(':') + 1)
