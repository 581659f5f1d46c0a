/** The ordered lists of this module: an account's collections of each type, a collection's assets. */
import type { AssetType } from '../../../contract/constants'
import type { Ctx } from '../../kernel/context'
import type { OrderedList, Scope } from '../../kernel/ordering'

const collectionList: OrderedList = {
  table: 'asset_collection',
  scope: 'account_id',
  parent: 'account',
  itemName: '分组',
  parentName: '账号',
}
const assetList: OrderedList = {
  table: 'asset',
  scope: 'collection_id',
  parent: 'asset_collection',
  itemName: '素材',
  parentName: '分组',
}

export const collectionScope = ({ actor }: Ctx, type: AssetType): Scope => ({
  list: collectionList,
  accountId: actor.accountId,
  id: actor.accountId,
  within: { column: 'type', value: type },
})

export const assetScope = ({ actor }: Ctx, collectionId: number): Scope => ({
  list: assetList,
  accountId: actor.accountId,
  id: collectionId,
})
