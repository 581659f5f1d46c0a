/** The ordered lists of this module: an account's collections, a collection's templates. */
import type { Ctx } from '../../kernel/context'
import type { OrderedList, Scope } from '../../kernel/ordering'

const collectionList: OrderedList = {
  table: 'template_collection',
  scope: 'account_id',
  parent: 'account',
  itemName: '分组',
  parentName: '账号',
}
const templateList: OrderedList = {
  table: 'template',
  scope: 'collection_id',
  parent: 'template_collection',
  itemName: '模板',
  parentName: '分组',
}

export const collectionScope = ({ actor }: Ctx): Scope => ({
  list: collectionList,
  accountId: actor.accountId,
  id: actor.accountId,
})

export const templateScope = ({ actor }: Ctx, collectionId: number): Scope => ({
  list: templateList,
  accountId: actor.accountId,
  id: collectionId,
})
