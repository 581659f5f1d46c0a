/** Fills the print floor of the demo shop: a printer with a jig, pushed orders of which some are in a batch, and counted blanks. */
import { gridSlots } from '../../../contract/rules/jig'
import { printPresets } from '../../../contract/rules/print-profile'
import type { Factory, Jig, Order, Printer, PrintPiece, StoredPrintProfile } from '../../../contract/types'
import type { Caller } from '../support/shop'

/** Orders that are pushed, and the pieces of the batch. */
const [orderCount, batchCount] = [8, 4]

/** Pushes an order as the order screen does; returns whether the floor took it. */
async function push(call: Caller, factoryId: number, { originalId: orderOriginalId, orderItems }: Order): Promise<boolean> {
  const ids = orderItems.flatMap(({ customizations }) => customizations.map(({ id }) => id))
  const items = orderItems.map(({ originalId, quantity, customizations }) => ({
    ...{ originalId, quantity },
    phoneCaseCustomizationInfos: customizations.map(({ id }) => ({ id })),
  }))
  const answer = await call<{ status: string }>('POST', '/api/erp/push_order', {
    ...{ factoryId, orderOriginalId, orderItems: items, confirmed: ids },
  }).catch(() => null)
  return answer?.status === 'pushed'
}

async function openMachines(call: Caller): Promise<{ readonly printer: Printer; readonly jig: Jig }> {
  const { plates, ...settings } = printPresets.rgb.profile
  const { id: profileId } = await call<StoredPrintProfile>('POST', '/api/print_profiles', {
    ...{ name: '一号机', settings: { ...settings, plates: [...plates] }, icc: null },
  })
  const printer = await call<Printer>('POST', '/api/printers', {
    ...{ name: 'UV 3042', widthMm: 300, heightMm: 420, profileId, folder: 'uv', fileName: ['batch', 'sheet'] },
  })
  const grid = { rows: 2, columns: 3, pitchXMm: 95, pitchYMm: 200, firstXMm: 10, firstYMm: 10, turn: 0, group: '通用' } as const
  const jig = await call<Jig>('POST', '/api/jigs', {
    ...{ name: '六位', widthMm: 300, heightMm: 420, groups: [{ name: '通用', phoneModelIds: [] }] },
    slots: gridSlots({ ...grid, widthMm: 85, heightMm: 180 }),
  })
  return { printer, jig }
}

export async function fillFloor(call: Caller): Promise<void> {
  await call('POST', '/api/print_floor')
  const own = (await call<Factory[]>('GET', '/api/erp/factories')).find((factory) => factory.own)
  if (!own) throw new Error('the print floor is no factory')
  const { printer, jig } = await openMachines(call)
  const { items } = await call<{ items: Order[] }>('GET', '/api/orders?pageSize=50')
  let taken = 0
  for (const order of items) if (taken < orderCount && (await push(call, own.id, order))) taken += 1
  const waiting = await call<{ items: PrintPiece[] }>('GET', '/api/print_pieces?state=waiting&pageSize=50')
  const [first] = waiting.items
  if (!first) throw new Error('no order of the demo shop was pushed')
  await call('POST', '/api/print_batches', {
    ...{ printerId: printer.id, jigId: jig.id, minFill: 0, gapMm: 3, marginMm: 5, marks: false },
    pieceIds: waiting.items.slice(0, batchCount).map(({ id }) => id),
  })
  const blank = { phoneModelId: first.phoneModelId, materialColorId: first.materialColorId }
  await call('POST', '/api/blanks', { ...blank, change: { kind: 'set', quantity: 3 } })
  await call('POST', '/api/blanks', { ...blank, change: { kind: 'warn', below: 10 } })
}
