/** Lists made sheets for the agents at printers, signed; an agent confirms each when it is in the printer's folder. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import type { HotFile } from '../../../contract/types'
import type { Ctx, Deps } from '../../kernel/context'
import { Failure, notFound } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { recordDeliveries } from '../credits/deliveries'
import { sheetAddress } from './sheet-files'

type Calls = AppContract['hotFolder']

/** Files of one answer; an agent asks again. */
const most = 50

/** The ASN.1 head of an Ed25519 private key (RFC 8410), which the 32 bytes of the seed follow. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The server's key for these lists, made of a secret that it has. */
function signingKeyOf({ fileSecret }: Pick<Deps, 'fileSecret'>): KeyObject {
  const seed = createHash('sha256').update(`hot folder\n${fileSecret}`).digest()
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
}

interface Row {
  readonly batch_id: number
  readonly index: number
  readonly file_name: string
  readonly size: string | number
  readonly sha256: string
  readonly number: number
  readonly printer_id: number
  readonly printer_name: string
  readonly folder: string
}

async function readWaiting({ db, actor }: Ctx, printerIds: readonly number[] | undefined): Promise<Row[]> {
  const chosen = printerIds === undefined ? sql`` : sql`and batch.printer_id = any(${[...printerIds]}::bigint[])`
  const { rows } = await sql<Row>`
    select sheet.batch_id, sheet.index, sheet.file_name, sheet.size, sheet.sha256, batch.number, batch.printer_id,
      batch.printer_name, batch.folder
    from print_sheet sheet join print_batch batch on batch.id = sheet.batch_id
    where sheet.account_id = ${actor.accountId} and batch.state = 'made' and sheet.delivered_at is null
      and batch.printer_id is not null ${chosen}
    order by batch.made_at, sheet.batch_id, sheet.index limit ${most}`.execute(db)
  return rows
}

/** Signed, so that an agent prints nothing that another program put between it and this server. */
export async function hotFiles(ctx: Ctx, { printerIds }: Parsed<Calls['files']>['query']): Promise<Reply<Calls['files']>> {
  const files = (await readWaiting(ctx, printerIds)).map(
    (row): HotFile => ({
      batchId: row.batch_id,
      sheet: row.index,
      batchNumber: row.number,
      printerId: row.printer_id,
      printerName: row.printer_name,
      folder: row.folder,
      fileName: row.file_name,
      size: Number(row.size),
      sha256: row.sha256,
      url: sheetAddress(ctx, { id: row.batch_id }, row),
    }),
  )
  const signed = { at: ctx.clock.now().getTime(), items: files }
  const key = signingKeyOf(ctx)
  const publicKey = createPublicKey(key).export({ format: 'jwk' }).x ?? ''
  return {
    ...signed,
    signature: sign(null, Buffer.from(JSON.stringify(signed)), key).toString('base64'),
    publicKey: Buffer.from(publicKey, 'base64url').toString('base64'),
  }
}

/** Records that an agent has the file in its folder; the same again changes nothing. */
export async function confirmFile(ctx: Ctx, { batchId, sheet, sha256 }: Parsed<Calls['confirm']>['body']): Promise<void> {
  await transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const row = await db
      .selectFrom('print_sheet')
      .select(['sha256', 'delivered_at'])
      .where('account_id', '=', actor.accountId)
      .where('batch_id', '=', batchId)
      .where('index', '=', sheet)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound('拼版')
    if (row.sha256 !== sha256) throw new Failure('conflict', '这个批次已经重新生成，请重新取文件')
    if (row.delivered_at !== null) return
    await db
      .updateTable('print_sheet')
      .set({ delivered_at: clock.now() })
      .where('account_id', '=', actor.accountId)
      .where('batch_id', '=', batchId)
      .where('index', '=', sheet)
      .execute()
  })
  await recordSheetDelivered(ctx, ctx.actor.accountId, batchId, sheet)
}

/** The designs of a sheet have reached the seller: their credits do not come back. */
export async function recordSheetDelivered(
  deps: Pick<Deps, 'db' | 'clock'>,
  accountId: number,
  batchId: number,
  index: number,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct piece.customization_id as id from print_batch_piece placed join print_piece piece on piece.id = placed.piece_id
    where placed.account_id = ${accountId} and placed.batch_id = ${batchId} and placed.sheet = ${index}`.execute(deps.db)
  await recordDeliveries(
    deps,
    accountId,
    rows.map(({ id }) => id),
  )
}
