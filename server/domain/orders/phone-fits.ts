/**
 * Decides of which designs the buyer paid for another phone, for the filter of the order list: the rule needs the program, so that the
 * database only says where it is undecided (a new link, or other names since).
 */
import { sql } from 'kysely'
import { boughtOtherPhone, type DesignedCase } from '../../../contract/rules/bought-case'
import type { Ctx, Db, Deps } from '../../kernel/context'
import { transact } from '../../kernel/transact'

/** Designs that one call decides about. */
const atOnce = 1000

interface Undecided extends DesignedCase {
  readonly item: number
  readonly customization: number
  readonly propertiesName: string
}

/** Returns whether each of these designs, of the account, was made for another phone than its item's; both are ids and properties. */
export async function readPhoneFits(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  ids: readonly number[],
): Promise<(customizationId: number, propertiesName: string) => boolean> {
  const { rows } = await sql<DesignedCase & { id: number }>`
    select id, phone_brand_name as "phoneBrandName", phone_model_name as "phoneModelName", case_by_hand as "caseByHand"
    from customization where account_id = ${actor.accountId} and id = any(${[...ids]}::bigint[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id, propertiesName) => {
    const designed = byId.get(id)
    return designed !== undefined && boughtOtherPhone(propertiesName, designed) !== null
  }
}

/** The names must not change before the decision is written. What another transaction changes now is decided by it, or a minute later. */
async function decide(db: Db, accountId: number | null): Promise<number> {
  const { rows } = await sql<Undecided>`
    select link.order_item_id as item, link.customization_id as customization, item.properties_name as "propertiesName",
      made.phone_brand_name as "phoneBrandName", made.phone_model_name as "phoneModelName", made.case_by_hand as "caseByHand"
    from order_item_customization link
    join order_item item on item.id = link.order_item_id
    join customization made on made.id = link.customization_id
    where link.other_phone is null and (${accountId}::bigint is null or link.account_id = ${accountId}::bigint)
    limit ${atOnce} for share of item, made skip locked for no key update of link skip locked`.execute(db)
  if (rows.length === 0) return 0
  const decided = rows.map(({ item, customization, propertiesName, ...designed }) => ({
    item,
    customization,
    other: boughtOtherPhone(propertiesName, designed) !== null,
  }))
  await sql`
    update order_item_customization link set other_phone = row.other
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as row (item bigint, customization bigint, other boolean)
    where link.order_item_id = row.item and link.customization_id = row.customization and link.other_phone is null`.execute(db)
  return rows.length
}

/** Decides what an account's change left undecided, in the transaction of the change. */
export const decidePhoneFits = ({ db, actor }: Pick<Ctx, 'db' | 'actor'>): Promise<number> => decide(db, actor.accountId)

/** Decides what is undecided in all accounts: orders of before this was kept, and those of servers of the version before. */
export async function decideLeftPhoneFits(deps: Pick<Deps, 'db'>): Promise<void> {
  while ((await transact(deps, ({ db }) => decide(db, null))) === atOnce);
}
