/** The ordered lists of the catalogue, each locked by its parent's row. */
import type { Ctx } from '../../kernel/context'
import type { OrderedList, Scope } from '../../kernel/ordering'

const brandList: OrderedList = {
  table: 'phone_brand',
  scope: 'account_id',
  parent: 'account',
  itemName: '品牌',
  parentName: '账号',
}
const modelList: OrderedList = {
  table: 'phone_model',
  scope: 'phone_brand_id',
  parent: 'phone_brand',
  itemName: '型号',
  parentName: '品牌',
}
const materialList: OrderedList = {
  table: 'material',
  scope: 'account_id',
  parent: 'account',
  itemName: '材质',
  parentName: '账号',
}
const colorList: OrderedList = {
  table: 'material_color',
  scope: 'material_id',
  parent: 'material',
  itemName: '颜色',
  parentName: '材质',
}

const ofAccount = (list: OrderedList, { actor }: Ctx): Scope => ({ list, accountId: actor.accountId, id: actor.accountId })

export const brandScope = (ctx: Ctx): Scope => ofAccount(brandList, ctx)
export const materialScope = (ctx: Ctx): Scope => ofAccount(materialList, ctx)
export const modelScope = (ctx: Ctx, brandId: number): Scope => ({
  list: modelList,
  accountId: ctx.actor.accountId,
  id: brandId,
})
export const colorScope = (ctx: Ctx, materialId: number): Scope => ({
  list: colorList,
  accountId: ctx.actor.accountId,
  id: materialId,
})
