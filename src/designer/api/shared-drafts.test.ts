/** Drafts on the server: when they are sent, who is offered them, and that none takes the place of another unseen. */
import { expect, test } from 'vitest'
import type { TemplateDraftRow, TemplateDraftWrite } from '../../../contract/types'
import { docOf, image } from '../../../design/test/make'
import { openDesigner } from '../test/driver'
import { createSharedDrafts, type DraftOfferRow, draftRetryMs, draftSendMs } from './shared-drafts'

const row = (of: Partial<TemplateDraftRow> = {}): DraftOfferRow => ({
  isMine: of.username === 'demo',
  userId: 2,
  username: 'demo:小王',
  revision: 1,
  layerCount: 1,
  updatedAt: 5_000,
  ...of,
})

/** A seller who edits template 1, and the server's drafts of it. */
async function open(rows: readonly TemplateDraftRow[] = [], options: Parameters<typeof openDesigner>[1] = {}) {
  const seller = openDesigner(docOf(image('a', { id: 1 })), options)
  const sent: TemplateDraftWrite[] = []
  const server = { fails: false, discarded: 0, discardedOf: [] as number[] }
  const drafts = createSharedDrafts({
    session: seller.session,
    username: 'demo',
    timers: seller.timers,
    pictures: { store: () => Promise.reject(new Error('no layer here waits for its picture')) },
    calls: {
      list: async () => [...rows],
      get: async () => ({
        ...row(),
        name: '小王的',
        width: 500,
        height: 1044,
        layers: [{ ...image('b'), id: null, index: 0, imageFileId: 7 }],
        guides: null,
        boundDesignAssetCollectionIds: [],
        previewPhoneModelId: null,
        previewMaterialColorId: null,
      }),
      put: async ({ body }) => {
        if (server.fails) throw new Error('offline')
        sent.push(body)
        return row()
      },
      discard: async ({ params }) => {
        server.discarded++
        server.discardedOf.push(Number(params.id))
        return { ok: true as const }
      },
    },
  })
  await drafts.find()
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  const pass = async (ms: number) => {
    seller.timers.advance(ms)
    await settle()
  }
  const move = (dx: number) => {
    seller.click('a')
    seller.drag(dx, 0)
  }
  const offers = () => drafts.state.get().offers.map(({ username }) => username)
  return { ...seller, drafts, sent, server, settle, pass, move, offers }
}

test('unsaved edits are sent some seconds after the first of them, together, and are removed when an undo takes them back', async () => {
  const one = await open()
  one.move(10)
  one.move(5)
  expect(one.sent).toEqual([])
  await one.pass(draftSendMs)
  expect(one.sent.map(({ revision, layers }) => [revision, layers[0]?.left])).toEqual([[1, one.layer('a').left]])
  expect(one.drafts.state.get().isStored).toBe(true)
  one.move(1)
  expect(one.drafts.state.get().isStored).toBe(false)
  await one.pass(draftSendMs)
  expect(one.sent).toHaveLength(2)
  expect(one.server.discarded).toBe(0)
  for (let count = 0; count < 3; count++) one.undo()
  await one.settle()
  expect(one.server.discarded).toBe(1)
  await one.pass(draftSendMs)
  expect(one.sent).toHaveLength(2)
})

test('a sending that failed is tried again, and what is waiting is sent at once when the page is hidden', async () => {
  const one = await open()
  one.server.fails = true
  one.move(10)
  await one.pass(draftSendMs)
  one.server.fails = false
  await one.pass(draftSendMs)
  expect(one.sent).toEqual([])
  await one.pass(draftRetryMs)
  expect(one.sent).toHaveLength(1)
  one.move(10)
  await one.drafts.flush()
  expect(one.sent).toHaveLength(2)
})

test('a template that was never saved, and the design of an order, have no draft on the server', async () => {
  for (const options of [{ templateId: null, revision: null }, { subject: 'customization' as const }]) {
    const one = await open([row()], options)
    one.move(10)
    await one.pass(draftSendMs)
    expect([one.sent, one.offers()]).toEqual([[], []])
  }
})

test("a colleague's draft is opened as one step that undo takes back, and saving it asks where the template was saved since", async () => {
  const one = await open([row()], { revision: 3 })
  expect(one.offers()).toEqual(['demo:小王'])
  await one.drafts.open(row(), '打开小王的草稿')
  expect(one.doc()).toMatchObject({ name: '小王的', layers: [{ uuid: 'b', id: null }] })
  expect(one.session.getState()).toMatchObject({ revision: 1, saveState: 'dirty' })
  expect(one.offers()).toEqual([])
  one.undo()
  expect(one.doc().layers.map(({ uuid }) => uuid)).toEqual(['a'])
})

test("a colleague's draft that is put away stays on the server, and is not offered again", async () => {
  const one = await open([row()])
  await one.drafts.dismiss(row())
  await one.drafts.find()
  expect([one.offers(), one.server.discarded]).toEqual([[], 0])
})

test("nothing takes the place of the seller's own draft of another machine before he has decided about it", async () => {
  const mine = row({ username: 'demo' })
  const one = await open([mine])
  one.move(10)
  await one.pass(draftSendMs)
  expect([one.sent, one.offers()]).toEqual([[], ['demo']])
  await one.drafts.dismiss(mine)
  expect(one.server.discarded).toBe(1)
  await one.pass(draftSendMs)
  expect(one.sent).toHaveLength(1)
})

test('edits that are given up take their draft with them, also one that is being sent', async () => {
  const one = await open()
  one.move(10)
  one.timers.advance(draftSendMs)
  await one.drafts.discard()
  expect([one.sent.length, one.server.discarded]).toEqual([1, 1])
})

test('edits that are saved as a copy leave no draft on the template that they were made in', async () => {
  const one = await open()
  one.move(10)
  await one.pass(draftSendMs)
  const { saveProtocol } = one.session
  const begun = saveProtocol.begin()
  if (!begun.ok) throw new Error(begun.message)
  const { doc } = begun.ticket
  saveProtocol.saved(begun.ticket, { subject: 'template', doc, templateId: 31, collectionId: 10, revision: 1 })
  await one.settle()
  expect(one.server.discardedOf).toEqual([1])
})
