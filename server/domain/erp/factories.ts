/**
 * Factories that an account's key opens: copied from their program, and retained with their bindings when the program no longer
 * lists them.
 */
import { sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed } from '../../../contract/core'
import type { Factory } from '../../../contract/types'
import { putRows } from '../../kernel/columns'
import type { Ctx, Db } from '../../kernel/context'
import { Failure, invalid } from '../../kernel/failure'
import { type Owned, requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import type { ErpFactory } from '../../ports/erp'
import { ownFloorKind } from '../print-floor/own-factory'
import { erpFailure } from './failures'
import { type OpenKey, openKey, withKey } from './keys'
import { shrinkageFailure, shrinkageOf } from './shrinkage'
import { storableName, withCodes } from './texts'
import { countUnboundOnSale } from './unbound'

const isOwn = sql<boolean>`(select erp from erp_integration where erp_integration.id = factory.integration_id) = ${ownFloorKind}`

const select = (db: Db, accountId: number) =>
  db
    .selectFrom('factory')
    .select(['id', 'integration_id', 'original_id', 'name', 'created_at', 'gone_since', 'print_size', 'print_profile_id'])
    .select(isOwn.as('own'))
    .where('account_id', '=', accountId)

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>
export type OwnFactory = Owned<'factory'>

const toFactory = (
  { id, name, created_at, gone_since, print_size, print_profile_id, own }: Row,
  unbound: Factory['unbound'],
): Factory => ({
  id,
  name,
  createdAt: created_at.getTime(),
  gone: gone_since !== null,
  own,
  printSize: print_size,
  printProfileId: print_profile_id,
  unbound,
})

const nothing = { models: 0, materials: 0, colors: 0 }

/** Returns the account's factories in the order in which they became known. */
export async function listFactories(ctx: Ctx): Promise<Factory[]> {
  const [rows, unbound] = await Promise.all([
    select(ctx.db, ctx.actor.accountId).orderBy('id').execute(),
    countUnboundOnSale(ctx),
  ])
  return rows.map((row) => toFactory(row, unbound.get(row.id) ?? nothing))
}

/** Returns a factory of the caller, listed or not; rejects with 'not-found' otherwise. */
export const readFactory = (ctx: Ctx, id: number): Promise<OwnFactory> => requireOwned(ctx, 'factory', id, '工厂')

/**
 * Sets how the print files of a factory are written: the print size of cases with a different mould, and the profile. Rejects with 'not-found'
 * for a factory of another account, and with 'invalid' for a profile of another one, or for the own print floor, whose printers have theirs.
 */
export async function updateFactory(
  ctx: Ctx,
  id: number,
  { printSize, printProfileId }: Parsed<AppContract['factories']['update']>['body'],
): Promise<Factory> {
  const row = await transact(ctx, async (inner) => {
    const { db, actor } = inner
    await requireOwned(inner, 'factory', id, '工厂', { lock: 'no key update' })
    if (printProfileId != null) {
      const gone = invalid('printProfileId', '这个打印配置已被删除，请重新选择')
      await requireOwned(inner, 'print_profile', printProfileId, gone, { lock: 'key share' })
    }
    await db
      .updateTable('factory')
      .set({
        ...(printSize !== undefined && { print_size: printSize }),
        ...(printProfileId !== undefined && { print_profile_id: printProfileId }),
      })
      .where('account_id', '=', actor.accountId)
      .where('id', '=', id)
      .execute()
    const changed = await select(db, actor.accountId).where('id', '=', id).executeTakeFirstOrThrow()
    if (changed.own && printProfileId != null)
      throw invalid('printProfileId', '自有工厂按打印机的打印配置写文件，请到 打印车间 选择')
    return changed
  })
  return toFactory(row, (await countUnboundOnSale(ctx)).get(id) ?? nothing)
}

/** Like `readFactory`, but rejects with 'invalid' when the program no longer lists the factory. */
export async function requireListedFactory(ctx: Ctx, id: number): Promise<OwnFactory> {
  const factory = await readFactory(ctx, id)
  if (factory.gone_since !== null) throw new Failure('invalid', goneText(factory))
  return factory
}

export const goneText = ({ name }: OwnFactory): string => `工厂“${name}”已不在工厂程序的列表中，请同步工厂或选择其他工厂`

/** A factory with its opened key, for `withKey`. */
export interface OpenFactory extends OpenKey {
  readonly factory: OwnFactory
}

/**
 * Opens a factory. Rejects when it is not the caller's ('not-found'), no longer listed, or its key cannot be opened ('invalid').
 */
export async function requireOpenFactory(ctx: Ctx, id: number): Promise<OpenFactory> {
  const factory = await requireListedFactory(ctx, id)
  const missing = new Failure('invalid', '该工厂的授权已被删除，请重新授权 key')
  const integration = await requireOwned(ctx, 'erp_integration', factory.integration_id, missing)
  return { factory, ...(await openKey(ctx, integration)) }
}

export interface FactorySyncResult {
  readonly factories: Factory[]
  /** Number of new factories and of those that are listed again. */
  readonly added: number
  /** Number of factories that are no longer listed. */
  readonly gone: number
}

/**
 * Queries the programs again for the factories that the account's keys open. Rejects on the field `acceptShorter` when a list lacks most
 * of the known ones, unless that is accepted. A program that fails does not keep the others from being read.
 */
export async function syncFactories(ctx: Ctx, acceptShorter = false): Promise<FactorySyncResult> {
  const integrations = await ownIntegrations(ctx)
    .select(['id', 'erp', 'token_sealed'])
    .where('erp', '<>', ownFloorKind)
    .orderBy('id')
    .execute()
  if (integrations.length === 0) throw new Failure('invalid', '还没有授权工厂的 key，请先授权')
  const counts = { added: 0, gone: 0 }
  const failures: unknown[] = []
  for (const integration of integrations) {
    try {
      const { added, gone } = await syncFactoriesOf(ctx, integration, acceptShorter)
      counts.added += added
      counts.gone += gone
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return { factories: await listFactories(ctx), ...counts }
}

const ownIntegrations = ({ db, actor }: Ctx) => db.selectFrom('erp_integration').where('account_id', '=', actor.accountId)

async function syncFactoriesOf(
  ctx: Ctx,
  integration: Parameters<typeof openKey>[1],
  acceptShorter: boolean,
): Promise<Omit<FactorySyncResult, 'factories'>> {
  const key = await openKey(ctx, integration)
  const listed = await withKey(ctx, key, (erp) => erp.factories(key.key)).catch((error: unknown) => {
    throw erpFailure(error)
  })
  return transact(ctx, async (inner) => {
    const integrationRow = await ownIntegrations(inner)
      .select('id')
      .where('id', '=', integration.id)
      .where('token_sealed', '=', key.sealed)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!integrationRow) throw new Failure('conflict', 'key 刚刚被修改，工厂已按新的 key 同步，请刷新查看')
    const stored = await select(inner.db, inner.actor.accountId).where('integration_id', '=', integration.id).execute()
    const present = stored.flatMap((row) => (row.gone_since === null ? [row.original_id] : []))
    const reason = shrinkageOf({ subject: '工厂', present, listed: listed.map(({ originalId }) => originalId) })
    if (reason !== null && !acceptShorter) throw shrinkageFailure(reason)
    return storeFactories(inner, integration.id, listed)
  })
}

/** Stores the factories that the program listed. Call it inside a transaction that holds the integration's row. */
export async function storeFactories(
  ctx: Ctx,
  integrationId: number,
  listed: readonly ErpFactory[],
): Promise<Omit<FactorySyncResult, 'factories'>> {
  const { db, actor, clock } = ctx
  const now = clock.now()
  const rows = withCodes(listed, ({ originalId }) => originalId).map(({ originalId, name }) => ({
    account_id: actor.accountId,
    integration_id: integrationId,
    original_id: originalId,
    name: storableName(name) || originalId,
    created_at: now,
  }))
  const stored = await select(db, actor.accountId).where('integration_id', '=', integrationId).execute()
  const present = new Set(stored.flatMap((row) => (row.gone_since === null ? [row.original_id] : [])))
  await putRows(db, 'factory', rows, {
    key: ['integration_id', 'original_id'],
    once: ['created_at'],
    also: sql`, gone_since = null`,
  })
  const ids = new Set(rows.map((row) => row.original_id))
  const missingIds = [...present].filter((originalId) => !ids.has(originalId))
  if (missingIds.length > 0) {
    await db
      .updateTable('factory')
      .set({ gone_since: now })
      .where('account_id', '=', actor.accountId)
      .where('integration_id', '=', integrationId)
      .where('original_id', 'in', missingIds)
      .execute()
  }
  const added = rows.filter((row) => !present.has(row.original_id)).length
  return { added, gone: missingIds.length }
}
