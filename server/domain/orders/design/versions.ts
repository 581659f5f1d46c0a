/**
 * The versions of a customization's design. None is kept while only its order changes it; the first change by a seller keeps the
 * order's own, and from then on every change adds one. The customization itself always holds the present version.
 */
import { sql } from 'kysely'
import type { VersionOrigin } from '../../../../contract/constants'
import type { Approval } from '../../../../contract/rules/automation-facts'
import type { CustomizationVersion } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { notFound } from '../../../kernel/failure'
import { previewUrl } from '../pay-wall'
import { shownUrl } from '../rows'

const versionColumns = sql`customized_image_url, preview_image_url, customized_file_id, preview_file_id, order_image_url, snapshot`

/** Keeps the present version of these customizations, if it has a picture; one that is kept already stays as it is. */
export async function keepVersions(
  { db, actor, clock }: Ctx,
  ids: readonly number[],
  { origin, username }: { readonly origin: VersionOrigin; readonly username: string | null },
): Promise<void> {
  await sql`
    insert into customization_version (account_id, customization_id, version, origin, username, created_at, ${versionColumns})
    select account_id, id, version, ${origin}, ${username}, ${clock.now()}::timestamptz, ${versionColumns}
    from customization where account_id = ${actor.accountId} and id = any(${[...ids]}::bigint[]) and customized_image_url is not null
    on conflict do nothing`.execute(db)
}

/** Returns those that have versions of a seller. */
export async function findVersioned({ db, actor }: Ctx, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('customization_version')
    .select('customization_id as id')
    .distinct()
    .where('account_id', '=', actor.accountId)
    .where(sql<boolean>`customization_id = any(${[...ids]}::bigint[])`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists the versions, the newest first; the present one alone if no seller has changed the design. */
export async function listVersions(ctx: Ctx, id: number): Promise<CustomizationVersion[]> {
  const { db, actor } = ctx
  const { rows } = await sql<{
    version: number
    origin: VersionOrigin
    at: Date
    username: string | null
    url: string | null
    isCurrent: boolean
    isPaid: boolean
    approvals: { answer: Approval; username: string; at: string }[]
  }>`
    select kept.*, kept.version = customization.version as "isCurrent",
      exists (select from usage_line line where line.account_id = customization.account_id
        and line.customization_id = customization.id) as "isPaid",
      coalesce((select json_agg(json_build_object('answer', said.answer, 'username', said.username, 'at', said.at) order by said.id)
        from order_item_customization link join order_item item on item.id = link.order_item_id
        join order_approval said on said.order_id = item.order_id
        where link.customization_id = customization.id
          and said.designs @> jsonb_build_array(jsonb_build_array(kept.customization_id, kept.version))), '[]') as approvals
    from customization join (
      select customization_id, version, origin, created_at as at, username, customized_image_url as url from customization_version
      union all
      select id, version, 'order', taken_at, null, customized_image_url from customization one
      where not exists (select from customization_version own where own.customization_id = one.id and own.version = one.version)
    ) kept on kept.customization_id = customization.id
    where customization.account_id = ${actor.accountId} and customization.id = ${id} order by kept.version desc`.execute(db)
  if (rows.length === 0) throw notFound('定制')
  return rows.map(({ version, origin, at, username, url, isCurrent, isPaid, approvals }) => ({
    version,
    origin,
    at: at.getTime(),
    username,
    // Only the present version was paid for; earlier ones stay behind the pay wall.
    customizedImageUrl: url === null || (isPaid && isCurrent) ? shownUrl(ctx, url) : previewUrl(ctx, { id, url }),
    isCurrent,
    approvals: approvals.map((said) => ({ ...said, at: Date.parse(said.at) })),
  }))
}
