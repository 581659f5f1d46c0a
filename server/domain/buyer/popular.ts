/** The phones that buyers of a shop choose most, which its page shows first. */
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context'

const day = 24 * 60 * 60 * 1000
/** How far back submissions count. */
const popularMs = 90 * day
/** The newest designs of the shop that are looked at: the answer of a busy shop must not take longer than that of a quiet one. A guess. */
const mostDesigns = 4000
/** Phones that are shown first; more are no help. */
const mostModels = 6

interface Offered {
  readonly modelId: number
}

/**
 * Returns ids of offered phones, those first that buyers of the shop submitted most in the last 90 days; the rest is filled with the
 * phones that came into the catalogue last.
 */
export async function popularModels({ db, actor, clock }: Ctx, shopId: number, cases: readonly Offered[]): Promise<number[]> {
  const offered = [...new Set(cases.map(({ modelId }) => modelId))]
  const since = new Date(clock.now().getTime() - popularMs)
  const { rows } = await sql<{ modelId: number }>`
    select phone_model_id as "modelId"
    from (
      select phone_model_id, submitted_at, is_preview from buyer_design
      where account_id = ${actor.accountId} and shop_id = ${shopId} order by id desc limit ${mostDesigns}
    ) recent
    where submitted_at >= ${since} and not is_preview and phone_model_id = any(${offered}::bigint[])
    group by phone_model_id order by count(*) desc, max(submitted_at) desc limit ${mostModels}`.execute(db)
  const chosen = rows.map(({ modelId }) => modelId)
  const newest = offered.filter((id) => !chosen.includes(id)).sort((a, b) => b - a)
  return [...chosen, ...newest].slice(0, mostModels)
}
