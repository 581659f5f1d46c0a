/** A seller with a print floor of his own: opened as a factory, with a printer, a jig of six slots, and paid credits. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gridSlots } from '../../contract/rules/jig'
import { printPresets } from '../../contract/rules/print-profile'
import type { PrintPiece } from '../../contract/types'
import { listFactories } from '../domain/erp/factories'
import { printFloorHandlers } from '../domain/print-floor/handlers'
import { drawBatch, endBatch, takeBatch } from '../domain/print-floor/make'
import { createPrintProfile } from '../domain/print-profiles/print-profiles'
import { runDirectly } from '../infra/content/work'
import { createSheets } from '../infra/render/sheets/sheets'
import type { Ctx } from '../kernel/context'
import type { Domain } from './domain'
import { contentOf, itemOf, orderOf } from './order-shop'
import { openPushShop } from './push-shop'

/** Size of the prints, mm; the picture of the push shop has a little over 300 dpi of it. */
export const printMm = { widthMm: 71.8, heightMm: 148 } as const

export async function openFloorShop(domain: Domain) {
  const shop = await openPushShop(domain)
  const { ctx } = shop
  await ctx.db
    .updateTable('wireframe')
    .set({ width_mm: printMm.widthMm, height_mm: printMm.heightMm })
    .where('id', '=', shop.wireframe.id)
    .execute()
  const floor = printFloorHandlers
  await floor.printFloor.open({}, ctx)
  const own = (await listFactories(ctx)).find((factory) => factory.own)
  if (!own) throw new Error('the print floor is no factory')
  const profile = await createPrintProfile(ctx, {
    name: '一号机',
    settings: { ...printPresets.rgb.profile, plates: [...printPresets.rgb.profile.plates] },
    icc: null,
  })
  const printer = await floor.printers.create(
    { body: { name: 'UV 3042', widthMm: 300, heightMm: 420, profileId: profile.id, folder: 'uv', fileName: ['batch', 'sheet'] } },
    ctx,
  )
  const grid = { rows: 2, columns: 3, pitchXMm: 95, pitchYMm: 190, firstXMm: 10, firstYMm: 10, turn: 0, group: '通用' } as const
  const jig = await floor.jigs.create(
    {
      body: {
        ...{ name: '六位', widthMm: 300, heightMm: 400, groups: [{ name: '通用', phoneModelIds: [] }] },
        slots: gridSlots({ ...grid, widthMm: 80, heightMm: 165 }),
      },
    },
    ctx,
  )
  const plan = (change: object = {}) =>
    floor.printBatches.plan(
      { body: { printerId: printer.id, jigId: jig.id, minFill: 0, gapMm: 3, marginMm: 5, marks: false, ...change } },
      ctx,
    )
  const sheets = createSheets({ run: runDirectly, folder: await mkdtemp(join(tmpdir(), 'kejiang-sheets-')), concurrency: 1 })
  return {
    ...shop,
    floor,
    own,
    printer,
    jig,
    profile,
    /** Imports an order of so many pieces of one design. */
    ordered: (originalId: string, quantity = 1, change: object = {}) =>
      shop.take(
        orderOf(originalId, [
          itemOf(`${originalId}-0`, contentOf(shop.infoOf(`${originalId}/0`, shop.picture)), { quantity, ...change }),
        ]),
      ),
    pushOwn: (originalId: string) => shop.push(originalId, own.id),
    waiting: async (by: Ctx = ctx) =>
      (await floor.printPieces.list({ query: { pageNo: 1, pageSize: 100, state: 'waiting' } }, by)).items,
    plan,
    /** Plans a batch; fails when no piece fits. */
    async planned(change: object = {}) {
      const { batch } = await plan(change)
      if (!batch) throw new Error('nothing was planned')
      return batch
    },
    /** Reads a batch once more. */
    again: ({ id }: { readonly id: number }) => floor.printBatches.get({ params: { id } }, ctx),
    /** Says that a batch was printed, but for some pieces. */
    finish: ({ id }: { readonly id: number }, failed: { pieceId: number; reason: string }[] = []) =>
      floor.printBatches.finish({ params: { id }, body: { failed } }, ctx),
    /** Takes a step by a scan. */
    step: ({ code }: Pick<PrintPiece, 'code'>, to: 'printed' | 'packed' | 'shipped' | 'failed', reason?: string) =>
      floor.printPieces.step({ body: { code, step: to, ...(reason !== undefined && { reason }) } }, ctx),
    /** Makes the sheets of a batch as the job does. */
    async make(batch: { readonly id: number }) {
      await floor.printBatches.make({ params: { id: batch.id }, body: {} }, ctx)
      const row = await takeBatch(ctx, batch.id)
      if (!row) throw new Error('the batch is not being made')
      await drawBatch({ ...ctx, sheets }, row, { signal: new AbortController().signal })
      await endBatch(ctx, batch.id, '')
      return floor.printBatches.get({ params: { id: batch.id } }, ctx)
    },
  }
}

export type FloorShop = Awaited<ReturnType<typeof openFloorShop>>
export type FloorBatch = Awaited<ReturnType<FloorShop['planned']>>
