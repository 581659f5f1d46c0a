/**
 * 自有工厂: the account's print floor as a factory. It takes lines as an ERP's program does, so that its pieces have the same preflight,
 * once-only rules and states; it needs no key, reads pictures from this server, and its codes are the catalogue's ids.
 */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { ErpKind } from '../../../contract/constants'
import { pieceCode } from '../../../contract/rules/piece-code'
import type { Db, Deps } from '../../kernel/context'
import { transact } from '../../kernel/transact'
import { type Erp, ErpFailure, type ErpKey, type ErpReceipt } from '../../ports/erp'
import { refreshBatches } from './batch-count'
import { tellLowBlanks } from './blank-notices'
import { cancelRefusal, lineWords, pieceCounts } from './line-words'

/** Its number in the record of programs; those of real programs are counted from 1. */
export const ownFloorKind: ErpKind = 1000

/** Its factory's id, and its name until the seller gives it another one. */
export const ownFactory = { originalId: 'own', name: '自有工厂' } as const

const keyField = 'account'
export const ownKey = (accountId: number): ErpKey => ({ [keyField]: String(accountId) })
const accountOf = (key: ErpKey): number => Number(key[keyField])

/** Most pieces of one line: each has a row, a label and a place on a sheet. */
const mostPieces = 2000

interface Line {
  readonly order_id: number
  readonly customization_id: number
  readonly quantity: number
}

/** Returns the push line that orders pieces now. It is stored before a factory is called. */
async function readLine(db: Db, accountId: number, outsideId: string): Promise<Line> {
  const line = await db
    .selectFrom('push_line')
    .select(['order_id', 'customization_id', 'quantity'])
    .where('account_id', '=', accountId)
    .where('outside_id', '=', outsideId)
    .executeTakeFirst()
  if (!line) throw new ErpFailure('refused', '推送记录已被删除，请刷新后再推送')
  return line
}

/** Returns what the floor has of a line; null when it has nothing. */
async function receiptOf(db: Db, accountId: number, outsideId: string): Promise<ErpReceipt | null> {
  const row = await db
    .selectFrom('print_piece')
    .select((piece) => piece.fn.min('code').as('code'))
    .where('account_id', '=', accountId)
    .where('outside_id', '=', outsideId)
    .executeTakeFirst()
  if (!row?.code) return null
  const counts = (await pieceCounts(db, accountId, [outsideId])).get(outsideId) ?? []
  return { factoryOrderId: row.code, state: lineWords(counts), ended: counts.every(({ state }) => state === 'cancelled') }
}

/** The pieces of a case as it is ordered now: its picture, size and names stay so, whatever becomes of the design. */
async function insertPieces(db: Db, accountId: number, outsideId: string, line: Line, now: Date): Promise<void> {
  for (let missing = line.quantity; missing > 0; ) {
    const codes = Array.from({ length: missing }, () => pieceCode(Array.from({ length: 7 }, () => randomInt(32))))
    // A code that exists already is skipped, and another one is made for its piece.
    const { rows } = await sql<{ id: number }>`
      insert into print_piece (account_id, shop_id, order_id, customization_id, code, outside_id, number, count, state,
        phone_model_id, material_id, material_color_id, phone_brand_name, phone_model_name, material_name, material_color_name,
        width_mm, height_mm, file_id, url, created_at)
      select made.account_id, made.shop_id, ${line.order_id}::bigint, made.id, given.code, ${outsideId},
        ${line.quantity - missing}::integer + given.place::integer, ${line.quantity}::integer, 'waiting',
        made.phone_model_id, made.material_id, made.material_color_id, made.phone_brand_name, made.phone_model_name,
        made.material_name, made.material_color_name, made.width_mm, made.height_mm, made.customized_file_id,
        made.customized_image_url, ${now}
      from (select made.code, row_number() over () as place from unnest(${codes}::text[]) as made (code)
        where not exists (select from print_piece other where other.code = made.code)) given
      join customization made on made.account_id = ${accountId} and made.id = ${line.customization_id}
      where made.customized_image_url is not null
      returning id`.execute(db)
    if (rows.length === 0) throw new ErpFailure('refused', '定制图还没有生成，请稍后再推送')
    missing -= rows.length
  }
}

export function ownFloor({ db: pool, clock }: Pick<Deps, 'db' | 'clock'>): Erp {
  const find = (db: Db, key: ErpKey, outsideId: string) => receiptOf(db, accountOf(key), outsideId)
  return {
    program: {
      name: ownFactory.name,
      keyFields: [{ name: keyField, label: '账号', hint: '' }],
      demoKey: null,
      isOwn: true,
    },
    factories: async () => [ownFactory],
    // Cases are named by the catalogue's own ids, so there is nothing to list and to bind.
    phoneModels: async () => [],
    materials: async () => [],
    findLine: (key, _factory, outsideId) => find(pool, key, outsideId),
    createLine: (key, _factory, { outsideId }) =>
      transact({ db: pool }, async ({ db }) => {
        const accountId = accountOf(key)
        const line = await readLine(db, accountId, outsideId)
        if (line.quantity > mostPieces) throw new ErpFailure('refused', `一行最多打印 ${mostPieces} 件，请拆开订单`)
        // Two requests for one line: the second finds the pieces of the first.
        await sql`select from account where id = ${accountId} for no key update`.execute(db)
        const existing = await find(db, key, outsideId)
        if (existing !== null) return existing
        await insertPieces(db, accountId, outsideId, line, clock.now())
        await tellLowBlanks({ db, clock, actor: { accountId } })
        const made = await find(db, key, outsideId)
        if (made === null) throw new Error('print floor: pieces that were made are not there')
        return made
      }),
    cancelLine: (key, _factory, outsideId) =>
      transact({ db: pool }, async ({ db }) => {
        const accountId = accountOf(key)
        // Whoever makes a batch holds its row, so that no piece leaves it while its sheets are being made.
        await sql`
          select from print_batch where account_id = ${accountId} and id in (
            select batch_id from print_piece where account_id = ${accountId} and outside_id = ${outsideId})
          order by id for no key update`.execute(db)
        const pieces = await db
          .selectFrom('print_piece')
          .select(['id', 'batch_id'])
          .where('account_id', '=', accountId)
          .where('outside_id', '=', outsideId)
          .forUpdate()
          .execute()
        if (pieces.length === 0) return null
        const refusal = cancelRefusal((await pieceCounts(db, accountId, [outsideId])).get(outsideId) ?? [])
        if (refusal !== null) throw new ErpFailure('refused', refusal)
        await sql`
          delete from print_batch_piece where account_id = ${accountId} and outcome is null
            and piece_id = any(${pieces.map(({ id }) => id)}::bigint[])`.execute(db)
        await sql`
          update print_piece set state = 'cancelled', batch_id = null
          where account_id = ${accountId} and outside_id = ${outsideId}`.execute(db)
        await refreshBatches(
          db,
          accountId,
          pieces.flatMap(({ batch_id: id }) => id ?? []),
        )
        await tellLowBlanks({ db, clock, actor: { accountId } })
        return find(db, key, outsideId)
      }),
  }
}
