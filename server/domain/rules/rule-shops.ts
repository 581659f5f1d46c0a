/**
 * Limits callers with chosen shops in their work with rules (docs/adr/0051): they read the rules that act on orders of their shops, and
 * change only those that act on no others.
 */
import type { RuleCondition } from '../../../contract/rules/automation-conditions'
import type { Ctx } from '../../kernel/context'
import { Failure, invalid } from '../../kernel/failure'
import { requireAllShops } from '../../kernel/shop-scope'

type Caller = Pick<Ctx, 'actor'>

const actsOnlyOnShopsOf = ({ actor: { shopIds } }: Caller, conditions: readonly RuleCondition[]): boolean =>
  shopIds === undefined ||
  conditions.some((condition) => condition.kind === 'shop' && condition.shopIds.every((id) => shopIds.includes(id)))

/** Returns the conditions without shops that the caller does not have, which decide nothing about his orders. */
export const shownConditions = ({ actor: { shopIds } }: Caller, conditions: readonly RuleCondition[]): RuleCondition[] =>
  shopIds === undefined
    ? [...conditions]
    : conditions.map((condition) =>
        condition.kind === 'shop' ? { ...condition, shopIds: condition.shopIds.filter((id) => shopIds.includes(id)) } : condition,
      )

/** Refuses conditions of a new or changed rule that would let it act on other shops. */
export function requireOwnShops(caller: Caller, conditions: readonly RuleCondition[]): void {
  if (!actsOnlyOnShopsOf(caller, conditions))
    throw invalid('conditions', '您只负责指定店铺：请加上「店铺」条件，并且只选您负责的店铺')
}

/** Refuses to change a rule that also acts on other shops. */
export function requireOwnRule(caller: Caller, { conditions }: { readonly conditions: readonly RuleCondition[] }): void {
  if (!actsOnlyOnShopsOf(caller, conditions))
    throw new Failure('subuser.has-no-permission', '这条规则也管您不负责的店铺，请由主账号修改')
}

export const requireMayPause = (caller: Caller): void =>
  requireAllShops(caller, '总开关管全部店铺的规则，您只负责指定店铺，请由主账号操作；您可以逐条停用自己的规则')
