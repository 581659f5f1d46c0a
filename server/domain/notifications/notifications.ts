/**
 * Tells an account what it has not asked for: an authorization that ended, an order that changed after it was pushed. The parts of the
 * server that see such a thing call `notify`, and `resolve` when it is over; users see the kinds that their permissions show them.
 */
import type { NotificationTarget } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { holdsAny } from '../../../contract/permissions'
import type { Ctx, Deps } from '../../kernel/context'
import { type NotificationKind, notificationKinds } from './kinds'

/** Notifications are kept this long, whether they are over or not: the seller is told of what still goes on once more. */
export const notificationLifeMs = 90 * 24 * 60 * 60 * 1000

type Needs = Pick<Ctx, 'db' | 'clock'> & { readonly actor: Pick<Ctx['actor'], 'accountId'> }

/** The subject of a notification, such as `shop:12` or `item:345`. One is open per account, kind and subject. */
interface About {
  readonly kind: NotificationKind
  readonly subject: string
}

export interface NewNotification extends About {
  /** One sentence or two in Chinese: what happened, and what the seller can do. */
  readonly words: string
  /** The screen where it is mended, and the parameters of its address: `{ dialog: 'sync' }`. */
  readonly target: NotificationTarget
  readonly params?: Readonly<Record<string, string>>
}

/**
 * Tells the account of something once: while it is open, a further call only brings its words up to date, and one that was read stays
 * read. Call it in the transaction that stores the cause.
 */
export async function notify({ db, clock, actor }: Needs, notification: NewNotification): Promise<void> {
  const { kind, subject, words, target, params = {} } = notification
  const told = { words, target, params: JSON.stringify(params) }
  await db
    .insertInto('notification')
    .values({ account_id: actor.accountId, kind, subject, ...told, at: clock.now() })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind', 'subject']).where('resolved_at', 'is', null).doUpdateSet(told),
    )
    .execute()
}

/** Ends the open notifications of these kinds about `subject`, because what they tell is over. It does nothing where there are none. */
export async function resolve(
  { db, clock, actor }: Needs,
  kinds: NotificationKind | readonly NotificationKind[],
  subject: string,
): Promise<void> {
  await db
    .updateTable('notification')
    .set({ resolved_at: clock.now() })
    .where('account_id', '=', actor.accountId)
    .where('kind', 'in', [kinds].flat())
    .where('subject', '=', subject)
    .where('resolved_at', 'is', null)
    .execute()
}

/** The rows that the caller may see. A user without any fitting permission sees none. */
const visible = (ctx: Pick<Ctx, 'actor'>): string[] =>
  (Object.keys(notificationKinds) as NotificationKind[]).filter((kind) => mayRead(ctx, kind))

const mayRead = ({ actor }: Pick<Ctx, 'actor'>, kind: NotificationKind): boolean =>
  actor.mainUsername === undefined || holdsAny(actor.permissions, notificationKinds[kind])

type Calls = AppContract['notifications']

/** Returns a page, the newest first, and how many are open and unread. */
export async function listNotifications(
  ctx: Ctx,
  { pageNo, pageSize }: Parsed<Calls['list']>['query'],
): Promise<Reply<Calls['list']>> {
  // The empty text is no kind: a list in SQL must not be empty.
  const seen = ctx.db
    .selectFrom('notification')
    .where('account_id', '=', ctx.actor.accountId)
    .where('kind', 'in', ['', ...visible(ctx)])
  const counts = await seen
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('read_at', 'is', null).filterWhere('resolved_at', 'is', null).as('unread'),
    ])
    .executeTakeFirstOrThrow()
  const rows = await seen
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return {
    items: rows.map(({ id, words, target, params, at, read_at, resolved_at }) => ({
      ...{ id, words, isRead: read_at !== null },
      target: target as NotificationTarget,
      params: params as Record<string, string>,
      at: at.getTime(),
      resolvedAt: resolved_at?.getTime() ?? null,
    })),
    totalItems: counts.total,
    unread: counts.unread,
  }
}

/** Marks notifications as read for the whole account; those that the caller may not see are left alone. */
export async function markRead(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await ctx.db
    .updateTable('notification')
    .set({ read_at: ctx.clock.now() })
    .where('account_id', '=', ctx.actor.accountId)
    .where('id', 'in', ids)
    .where('kind', 'in', ['', ...visible(ctx)])
    .where('read_at', 'is', null)
    .execute()
}

export async function sweepNotifications({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('notification')
    .where('at', '<', new Date(clock.now().getTime() - notificationLifeMs))
    .execute()
}
