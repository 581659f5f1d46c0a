/** The ordered list of components, of the account. */
import type { Ctx } from '../../kernel/context'
import type { Scope } from '../../kernel/ordering'

export const componentScope = ({ actor }: Ctx): Scope => ({
  list: { table: 'design_component', scope: 'account_id', parent: 'account', itemName: '组件', parentName: '账号' },
  accountId: actor.accountId,
  id: actor.accountId,
})
