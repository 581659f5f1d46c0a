/** The two ordered lists of fonts and text colours, both of the account. */
import type { Ctx } from '../../kernel/context'
import type { OrderedList, Scope } from '../../kernel/ordering'

const ofAccount =
  (table: string, itemName: string) =>
  ({ actor }: Ctx): Scope => ({
    list: { table, scope: 'account_id', parent: 'account', itemName, parentName: '账号' } satisfies OrderedList,
    accountId: actor.accountId,
    id: actor.accountId,
  })

export const fontScope = ofAccount('shop_font', '字体')
export const colorScope = ofAccount('shop_font_color', '字体颜色')
