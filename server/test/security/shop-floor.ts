/** A print floor: a printer, a jig, a piece of the shop's order and a batch that has it. */
import { randomInt } from 'node:crypto'
import { gridSlots } from '../../../contract/rules/jig'
import { pieceCode } from '../../../contract/rules/piece-code'
import { printPresets } from '../../../contract/rules/print-profile'
import type { TestServer } from '../server'
import type { Shop } from './shop'

interface FloorOf {
  readonly token: string
  readonly accountId: number
  readonly shop: number
  readonly order: number
  readonly customization: number
  readonly model: number
  readonly color: number
  readonly profile: number
}

/** Codes are unique among all accounts. */
const newCode = (): string => pieceCode(Array.from({ length: 7 }, () => randomInt(32)))

export async function openFloor(server: TestServer, of: FloorOf): Promise<Pick<Shop, 'params' | 'queries' | 'bodies'>> {
  const make = async (path: string, body: unknown): Promise<number> => {
    const reply = await server.call('POST', path, { token: of.token, body })
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`)
    return reply.body.id
  }
  const code = newCode()
  const printer = { name: '一号机', widthMm: 600, heightMm: 900, profileId: of.profile, folder: '', fileName: ['batch', 'sheet'] }
  const printerId = await make('/api/printers', printer)
  const grid = { rows: 1, columns: 2, pitchXMm: 90, pitchYMm: 180, firstXMm: 5, firstYMm: 5, turn: 0, group: 'A' } as const
  const slots = gridSlots({ ...grid, widthMm: 80, heightMm: 165 })
  const jig = { name: '六位', widthMm: 300, heightMm: 400, slots, groups: [{ name: 'A', phoneModelIds: [of.model] }] }
  const jigId = await make('/api/jigs', jig)
  const { db, clock } = server.deps
  const mine = { account_id: of.accountId }
  const layout = { widthMm: 300, heightMm: 400, slots, groups: jig.groups }
  const batch = await db
    .insertInto('print_batch')
    .values({
      ...{ ...mine, number: 1, state: 'planned', printer_id: printerId, printer_name: '一号机', jig_name: '六位' },
      ...{ layout: JSON.stringify(layout), profile_name: '一号机', profile: JSON.stringify(printPresets.rgb.profile) },
      ...{ folder: '', file_name: ['batch', 'sheet'], sheet_count: 1, piece_count: 1, has_marks: false, secret: 'secret' },
      ...{ created_by: '店主', created_at: clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const piece = await db
    .insertInto('print_piece')
    .values({
      ...{ ...mine, shop_id: of.shop, order_id: of.order, customization_id: of.customization, code, outside_id: 'line' },
      ...{ number: 1, count: 1, state: 'planned', batch_id: batch.id, phone_model_id: of.model, material_color_id: of.color },
      ...{ phone_brand_name: '苹果', phone_model_name: 'iPhone 15', material_name: '硅胶', material_color_name: '黑' },
      ...{ width_mm: 70, height_mm: 150, url: '/files/none', created_at: clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const place = { sheet: 1, slot: 'S1', x_mm: 10, y_mm: 10, turn: 0 as const }
  await db
    .insertInto('print_batch_piece')
    .values({ ...mine, batch_id: batch.id, piece_id: piece.id, ...place })
    .execute()
  const blank = { phoneModelId: of.model, materialColorId: of.color }
  await db
    .insertInto('blank_stock')
    .values({ ...mine, phone_model_id: of.model, material_color_id: of.color, quantity: 5, warn_below: 1 })
    .execute()
  return {
    params: { printers: { id: printerId }, jigs: { id: jigId }, printBatches: { id: batch.id } },
    queries: {
      'printPieces.list': 'pageNo=1',
      'printPieces.scan': `code=${code}`,
      'printBatches.list': 'pageNo=1',
      'hotFolder.files': `printerIds=${printerId}`,
    },
    bodies: {
      'printers.create': { ...printer, name: '二号机' },
      'printers.save': printer,
      'jigs.create': { ...jig, name: '二号' },
      'jigs.save': jig,
      'printPieces.step': { code, step: 'printed' },
      'printBatches.plan': { printerId, jigId, minFill: 0 },
      'printBatches.move': { pieceId: piece.id, to: null },
      'printBatches.make': {},
      'printBatches.finish': { failed: [] },
      'blanks.change': { ...blank, change: { kind: 'set', quantity: 5 } },
      'hotFolder.confirm': { batchId: batch.id, sheet: 1, sha256: '0'.repeat(64) },
    },
  }
}
