import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nudge } from '../../../design/commands/transform'
import { docOf, image } from '../../../design/test/make'
import { type Driver, openDesigner } from '../test/driver'
import { draftKey, parseDraft } from './draft'
import { indexedDbDrafts, memoryDrafts } from './draft-store'
import type { Draft, DraftStore } from './types'

const doc = () => docOf(image('a', { id: 5 }))
const key = 'designer-draft/demo/template/1/1'

async function edited(): Promise<Driver> {
  const d = openDesigner(doc())
  await d.session.ready
  d.click('a')
  d.drag(30, 0)
  return d
}
/** Opens the same template again on the same machine, after the page died. */
async function reopened(before: Driver, revision = 1): Promise<Driver> {
  before.drafts.close()
  const d = openDesigner(doc(), { revision, ports: { drafts: before.drafts.nextDesigner() } })
  await d.session.ready
  return d
}
/** Resolves when everything that waits for no timer has run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

async function paused(d: Driver, ms = 300): Promise<void> {
  d.timers.advance(ms)
  await d.session.flushDraft()
}

describe('a draft', () => {
  test('the draft of a finished edit is stored at once, so a tab killed a moment later loses nothing', async () => {
    const written: number[] = []
    const drafts = {
      ...memoryDrafts(),
      set: async (_: string, draft: Draft) => void written.push(draft.doc.layers[0]?.left ?? -1),
    }
    const d = openDesigner(doc(), { ports: { drafts } })
    await d.session.ready
    d.click('a')
    d.drag(30, 0)
    // No timer advances: only queued work runs.
    await settled()
    expect([written, d.timers.waiting()]).toEqual([[30], 0])
    expect(d.session.getState().draftState).toBe('stored')
  })
  test('a draft contains everything needed to continue', async () => {
    const d = await edited()
    await d.session.flushDraft()
    expect(d.drafts.entries.get(key)).toMatchObject({
      version: 1,
      baseRevision: 1,
      savedAt: 1_000,
      templateId: 1,
      unanswered: null,
    })
  })
  test('the draft of an unfinished gesture is written after a pause of 300 ms', async () => {
    const d = openDesigner(doc())
    await d.session.ready
    d.session.begin('移动图层')
    d.session.update(nudge, { uuids: ['a'], dx: 1, dy: 0 })
    d.timers.advance(299)
    d.session.update(nudge, { uuids: ['a'], dx: 1, dy: 0 })
    d.timers.advance(299)
    await settled()
    expect([d.drafts.entries.size, d.timers.waiting()]).toEqual([0, 1])
    await paused(d, 1)
    expect(d.drafts.entries.get(key)).toMatchObject({ doc: { layers: [{ left: 2 }] } })
    d.session.cancel()
    await settled()
    expect(d.drafts.entries.size).toBe(0)
  })
  test('edits made during a slow write are written together, and the last one counts', async () => {
    const written: number[] = []
    const open: (() => void)[] = []
    const drafts: DraftStore = {
      ...memoryDrafts(),
      set: (_, draft) => {
        written.push(draft.doc.layers[0]?.left ?? -1)
        return new Promise((resolve) => open.push(resolve))
      },
    }
    const d = openDesigner(doc(), { ports: { drafts } })
    await d.session.ready
    d.click('a')
    for (let i = 0; i < 5; i++) {
      d.drag(10, 0)
      await settled()
    }
    expect(written).toEqual([10])
    open[0]?.()
    await settled()
    open[1]?.()
    await settled()
    expect(written).toEqual([10, 50])
  })
  test('a draft is offered after a crash and taken as one undoable step', async () => {
    const before = await edited()
    await paused(before)
    const d = await reopened(before)
    expect(d.session.getState().draftOffer).toMatchObject({ outdated: false })
    expect(d.layer('a').left).toBe(0)
    d.session.acceptDraft()
    expect(d.layer('a')).toMatchObject({ left: 30, id: 5 })
    expect(d.session.getState()).toMatchObject({ draftOffer: null, saveState: 'dirty' })
    d.undo()
    expect(d.doc()).toEqual(doc())
  })
  test('a draft of an older revision says so, and its save meets the conflict', async () => {
    const before = await edited()
    await paused(before)
    const d = await reopened(before, 4)
    expect(d.session.getState().draftOffer?.outdated).toBe(true)
    d.session.acceptDraft()
    expect(d.session.getState().revision).toBe(1)
  })
  test('an offered draft is not overwritten before the seller decides', async () => {
    const before = await edited()
    await paused(before)
    const kept = before.drafts.entries.get(key)
    before.drafts.close()
    const d = openDesigner(doc(), { ports: { drafts: before.drafts.nextDesigner() } })
    d.click('a')
    d.drag(0, 77)
    d.timers.advance(1000)
    await d.session.ready
    d.timers.advance(1000)
    expect(before.drafts.entries.get(key)).toBe(kept)
    await d.session.discardDraft()
    await paused(d)
    expect([...before.drafts.entries.values()]).toMatchObject([{ doc: { layers: [{ top: 77 }] } }])
  })
  test('a discarded draft is deleted', async () => {
    const before = await edited()
    await paused(before)
    const d = await reopened(before)
    await d.session.discardDraft()
    expect(before.drafts.entries.size).toBe(0)
    expect((await reopened(before)).session.getState().draftOffer).toBeNull()
  })
  test('a discarded draft stays offered until it is deleted from the machine', async () => {
    const before = await edited()
    await paused(before)
    let gone = () => {}
    before.drafts.close()
    const drafts: DraftStore = {
      ...before.drafts.nextDesigner(),
      deleteOrphaned: (id) => new Promise((resolve) => (gone = () => resolve(before.drafts.deleteOrphaned(id)))),
    }
    const d = openDesigner(doc(), { ports: { drafts } })
    await d.session.ready
    const declined = d.session.discardDraft()
    await settled()
    d.session.acceptDraft()
    expect([d.session.getState().draftOffer === null, d.layer('a').left]).toEqual([false, 0])
    gone()
    await declined
    expect([d.session.getState().draftOffer, before.drafts.entries.size]).toEqual([null, 0])
  })
  test('the draft of another open tab is neither offered nor changed', async () => {
    const one = await edited()
    await paused(one)
    const two = openDesigner(doc(), { ports: { drafts: one.drafts.nextDesigner() } })
    await two.session.ready
    expect(two.session.getState().draftOffer).toBeNull()
    two.click('a')
    two.drag(0, 50)
    await paused(two)
    await two.session.discard()
    expect([...one.drafts.entries.keys()]).toEqual([key])
  })
  test('the drafts of two closed tabs are offered, the newer first', async () => {
    const one = await edited()
    await paused(one)
    const two = openDesigner(doc(), { ports: { drafts: one.drafts.nextDesigner(), now: () => 2_000 } })
    await two.session.ready
    two.click('a')
    two.drag(0, 50)
    await paused(two)
    await two.session.dispose()
    const d = await reopened(one)
    expect(d.session.getState().draftOffer?.draft.savedAt).toBe(2_000)
    await d.session.discardDraft()
    expect(d.session.getState().draftOffer?.draft.savedAt).toBe(1_000)
    d.session.acceptDraft()
    await paused(d)
    expect(d.layer('a').left).toBe(30)
    expect(one.drafts.entries.size).toBe(1)
  })
  test('the draft is deleted when everything is undone, and when the seller closes without saving', async () => {
    const d = await edited()
    await paused(d)
    d.undo()
    await paused(d)
    expect(d.drafts.entries.size).toBe(0)
    d.redo()
    await paused(d)
    await d.session.discard()
    expect(d.drafts.entries.size).toBe(0)
    expect(d.timers.waiting()).toBe(0)
  })
  test('a pending draft is written at once when the designer is disposed', async () => {
    const d = await edited()
    await d.session.dispose()
    expect(d.drafts.entries.size).toBe(1)
    expect(d.timers.waiting()).toBe(0)
  })
  test('a draft equal to the saved design is deleted without a question', async () => {
    const before = await edited()
    await paused(before)
    before.drafts.close()
    const d = openDesigner(before.doc(), { ports: { drafts: before.drafts.nextDesigner() } })
    await d.session.ready
    expect(d.session.getState().draftOffer).toBeNull()
    expect(before.drafts.entries.size).toBe(0)
  })
  test('an unreadable draft is deleted, and the seller is informed', async () => {
    const before = await edited()
    before.drafts.entries.set(key, JSON.parse('{"version":1,"doc":{}}'))
    const d = await reopened(before)
    expect(d.notice()).toBe('上次未保存的草稿已损坏，无法恢复')
    expect(before.drafts.entries.size).toBe(0)
  })
  test('a draft that cannot be stored is reported, and editing continues', async () => {
    const broken: DraftStore = {
      orphaned: () => Promise.reject(new Error('no storage')),
      set: () => Promise.reject(new Error('no storage')),
      delete: () => Promise.reject(new Error('no storage')),
      deleteOrphaned: () => Promise.reject(new Error('no storage')),
      close: () => undefined,
    }
    const d = openDesigner(doc(), { ports: { drafts: broken } })
    await d.session.ready
    expect(d.session.getState().draftState).toBe('failed')
    d.click('a')
    d.drag(5, 0)
    await paused(d)
    expect([d.layer('a').left, d.session.getState().draftState]).toEqual([5, 'failed'])
  })
  test('the key of a draft contains the seller and the design', () => {
    const parts = { username: 'a/b', collectionId: 3 }
    expect(draftKey({ ...parts, subject: 'template', templateId: null })).toBe('designer-draft/a%2Fb/collection/3/new')
    expect(draftKey({ ...parts, subject: 'template', templateId: 7 })).toBe('designer-draft/a%2Fb/template/7')
    expect(draftKey({ ...parts, subject: 'customization', templateId: 7 })).toBe('designer-draft/a%2Fb/customization/7')
  })
  test('parseDraft accepts only drafts', () => {
    fc.assert(fc.property(fc.anything(), (value) => void expect(parseDraft(value)).toBeNull()))
  })
  test('a draft survives in IndexedDB', async () => {
    const d = openDesigner(doc(), { ports: { drafts: indexedDbDrafts('one') } })
    await d.session.ready
    d.click('a')
    d.drag(30, 0)
    await d.session.flushDraft()
    const other = openDesigner(doc(), { ports: { drafts: indexedDbDrafts('two') } })
    await other.session.ready
    // The first designer is still open, so this is its live work and not a crash.
    expect(other.session.getState().draftOffer).toBeNull()
    await other.session.dispose()
    await d.session.dispose()
    const again = openDesigner(doc(), { ports: { drafts: indexedDbDrafts('three') } })
    await again.session.ready
    expect(again.session.getState().draftOffer?.draft.doc.layers[0]?.left).toBe(30)
    await again.session.discardDraft()
    expect(await indexedDbDrafts('four').orphaned('designer-draft/demo/template/1')).toEqual([])
  })
})
