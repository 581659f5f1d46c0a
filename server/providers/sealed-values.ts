/** All values of the database that are sealed with the keys of this installation. */
import { erpSealOwner } from '../domain/erp/keys'
import { keysSealOwner, shopSealOwner } from '../domain/shops/renewal'
import { webhookSealOwner } from '../domain/webhooks/rows'
import { cashierKeysName } from '../embedded/cashier/keys'
import type { Db } from '../kernel/context'
import type { Sealer } from '../ports/sealer'

const pageSize = 200

export interface SealedValue {
  readonly value: string
  readonly owner: string
  /** Stores another text in its place, unless it was changed meanwhile. */
  replace(value: string): Promise<unknown>
  /** Gives the value up, unless it was changed meanwhile: its owner is asked for it again. */
  forget(sealer: Sealer): Promise<unknown>
}

/** Yields the rows of all pages; a page begins after the last id of the one before. */
async function* byPages<Row extends { readonly id: number }>(
  readPage: (after: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const rows = await readPage(after)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.id
  }
}

async function* sessions(db: Db): AsyncGenerator<SealedValue> {
  const shops = byPages((after) =>
    db
      .selectFrom('shop')
      .select(['id', 'account_id', 'session_sealed as value'])
      .where('session_sealed', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute(),
  )
  for await (const { id, account_id, value } of shops) {
    if (value === null) continue
    const store = (session_sealed: string | null) =>
      db.updateTable('shop').set({ session_sealed }).where('id', '=', id).where('session_sealed', '=', value).execute()
    yield { value, owner: shopSealOwner(account_id), replace: store, forget: () => store(null) }
  }
}

async function* factoryKeys(db: Db): AsyncGenerator<SealedValue> {
  const integrations = byPages((after) =>
    db
      .selectFrom('erp_integration')
      .select(['id', 'account_id', 'token_sealed as value'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute(),
  )
  for await (const { id, account_id, value } of integrations) {
    const owner = erpSealOwner(account_id)
    const replace = (token_sealed: string) =>
      db.updateTable('erp_integration').set({ token_sealed }).where('id', '=', id).where('token_sealed', '=', value).execute()
    yield { value, owner, replace, forget: (sealer) => replace(sealer.seal('', owner)) }
  }
}

const shopKeyColumns = ['secret_sealed', 'extra_sealed', 'refresh_sealed'] as const

async function* shopKeys(db: Db): AsyncGenerator<SealedValue> {
  const apps = byPages((after) =>
    db
      .selectFrom('shop_app')
      .select(['shop_id as id', 'account_id', ...shopKeyColumns])
      .where('shop_id', '>', after)
      .orderBy('shop_id')
      .limit(pageSize)
      .execute(),
  )
  for await (const { id, account_id, ...values } of apps) {
    const owner = keysSealOwner(account_id)
    for (const column of shopKeyColumns) {
      const value = values[column]
      if (value === null) continue
      const store = (next: string | null) =>
        db
          .updateTable('shop_app')
          .set({ [column]: next })
          .where('shop_id', '=', id)
          .where(column, '=', value)
          .execute()
      const forget = (sealer: Sealer) => store(column === 'secret_sealed' ? sealer.seal('', owner) : null)
      yield { value, owner, replace: store, forget }
    }
  }
}

const webhookSecretColumns = ['secret_sealed', 'old_secret_sealed'] as const

async function* webhookSecrets(db: Db): AsyncGenerator<SealedValue> {
  const webhooks = byPages((after) =>
    db
      .selectFrom('webhook')
      .select(['id', 'account_id', ...webhookSecretColumns])
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute(),
  )
  for await (const { id, account_id, ...values } of webhooks) {
    const owner = webhookSealOwner(account_id ?? 0)
    for (const column of webhookSecretColumns) {
      const value = values[column]
      if (value === null) continue
      const store = (next: string) =>
        db
          .updateTable('webhook')
          .set({ [column]: next })
          .where('id', '=', id)
          .where(column, '=', value)
          .execute()
      yield { value, owner, replace: store, forget: (sealer) => store(sealer.seal('', owner)) }
    }
  }
}

async function* cashierKeys(db: Db): AsyncGenerator<SealedValue> {
  const setting = db.selectFrom('setting').select('value').where('name', '=', cashierKeysName)
  const row = await setting.executeTakeFirst()
  if (!row) return
  const { value } = row
  yield {
    value,
    owner: cashierKeysName,
    replace: (next) =>
      db.updateTable('setting').set({ value: next }).where('name', '=', cashierKeysName).where('value', '=', value).execute(),
    forget: () => db.deleteFrom('setting').where('name', '=', cashierKeysName).where('value', '=', value).execute(),
  }
}

/** Yields every sealed value of the database. */
export async function* sealedValues(db: Db): AsyncGenerator<SealedValue> {
  yield* sessions(db)
  yield* factoryKeys(db)
  yield* shopKeys(db)
  yield* webhookSecrets(db)
  yield* cashierKeys(db)
}
