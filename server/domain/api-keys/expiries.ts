/** Warns an account that the end of one of its API keys comes: a program that stops for it stops without any other sign. */
import { sql } from 'kysely'
import { beijingIso } from '../../../contract/rules/beijing-time'
import { keyWarningDays } from '../../../contract/rules/key-rights'
import type { Ctx, Deps } from '../../kernel/context'
import { transact } from '../../kernel/transact'
import { notify, resolve } from '../notifications/notifications'

type Needs = Pick<Deps, 'db' | 'clock'>

const dayMs = 24 * 60 * 60 * 1000
/** Keys of which one round warns, or whose warnings it ends; the next round does the rest. */
const atOnce = 1000

const subjectOf = (id: number, days: number): string => `key:${id}:${days}`

/** Ends the warnings of a key, because it ended or was revoked. */
export async function endWarnings(
  ctx: Pick<Ctx, 'db' | 'clock'> & { readonly actor: Pick<Ctx['actor'], 'accountId'> },
  id: number,
) {
  for (const days of keyWarningDays) await resolve(ctx, 'key-ending', subjectOf(id, days))
}

/** Warns of the keys whose end is 14 and 3 days away, of each day once, and ends the warnings of keys whose end has come. */
export async function tellKeyExpiries(deps: Needs): Promise<void> {
  for (const days of keyWarningDays) await warn(deps, days)
  const ended = await deps.db
    .selectFrom('api_key')
    .innerJoin('notification', (join) =>
      join
        .onRef('notification.account_id', '=', 'api_key.account_id')
        .on('notification.kind', '=', 'key-ending')
        .on('notification.resolved_at', 'is', null)
        .on(sql<boolean>`notification.subject like 'key:' || api_key.id || ':%'`),
    )
    .select(['api_key.id', 'api_key.account_id as accountId'])
    .where('expires_at', '<=', deps.clock.now())
    .limit(atOnce)
    .execute()
  for (const { id, accountId } of ended) await endWarnings({ ...deps, actor: { accountId } }, id)
}

async function warn(deps: Needs, days: number): Promise<void> {
  const now = deps.clock.now()
  const keys = await deps.db
    .selectFrom('api_key')
    .select(['id', 'account_id as accountId', 'name', 'prefix', 'expires_at'])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', new Date(now.getTime() + days * dayMs))
    // A key that was made for a shorter time is no news.
    .where(sql<boolean>`created_at < expires_at - ${days}::int * interval '1 day'`)
    .where(
      sql<boolean>`not exists (select from notification told where told.account_id = api_key.account_id
        and told.kind = 'key-ending' and told.subject = 'key:' || api_key.id || ':' || ${days}::int)`,
    )
    .orderBy('expires_at')
    .limit(atOnce)
    .execute()
  for (const { id, accountId, name, prefix, expires_at } of keys) {
    const left = Math.ceil((expires_at.getTime() - now.getTime()) / dayMs)
    const until = beijingIso(expires_at.getTime()).slice(0, 16).replace('T', ' ')
    await transact({ ...deps, actor: { accountId } }, async (inner) => {
      // The later warning takes the place of the earlier one.
      await endWarnings(inner, id)
      await notify(inner, {
        kind: 'key-ending',
        subject: subjectOf(id, days),
        words: `接口密钥「${name}」（${prefix}…）还有 ${left} 天到期（${until}），到期后用它的程序会停止。请新建一个密钥，换到程序里。`,
        target: 'apiKeys',
      })
    })
  }
}
