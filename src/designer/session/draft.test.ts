import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nudge } from '../commands/transform'
import { type Driver, openDesigner } from '../test/driver'
import { docOf, image } from '../test/make'
import { draftKey, parseDraft } from './draft'
import { indexedDbDrafts, memoryDrafts } from './draft-store'
import type { Draft, DraftStore } from './types'

const doc = () => docOf(image('a', { id: 5 }))
const key = 'designer-draft/demo/template/1'

async function edited(): Promise<Driver> {
  const d = openDesigner(doc())
  await d.session.ready
  d.click('a')
  d.drag(30, 0)
  return d
}
/** The same template opened again on the same machine, after the page died. */
async function reopened(before: Driver, revision = 1): Promise<Driver> {
  const d = openDesigner(doc(), { revision, ports: { drafts: before.drafts } })
  await d.session.ready
  return d
}
/** Everything that waits for no timer has run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

async function paused(d: Driver, ms = 300): Promise<void> {
  d.timers.pass(ms)
  await d.session.flushDraft()
}

describe('a draft', () => {
  it('of a finished edit is handed to storage at once: a tab killed a moment later loses nothing', async () => {
    const written: number[] = []
    const drafts = {
      ...memoryDrafts(),
      set: async (_: string, draft: Draft) => void written.push(draft.doc.layers[0]?.left ?? -1),
    }
    const d = openDesigner(doc(), { ports: { drafts } })
    await d.session.ready
    d.click('a')
    d.drag(30, 0)
    // No timer passes: only what is queued already runs.
    await settled()
    expect([written, d.timers.waiting()]).toEqual([[30], 0])
    expect(d.session.getState().draftState).toBe('kept')
  })
  it('holds all it needs to go on', async () => {
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
  it('of a gesture under way is written once the hand rests 300 ms', async () => {
    const d = openDesigner(doc())
    await d.session.ready
    d.session.begin('移动图层')
    d.session.update(nudge, { uuids: ['a'], dx: 1, dy: 0 })
    d.timers.pass(299)
    d.session.update(nudge, { uuids: ['a'], dx: 1, dy: 0 })
    d.timers.pass(299)
    await settled()
    expect([d.drafts.entries.size, d.timers.waiting()]).toEqual([0, 1])
    await paused(d, 1)
    expect(d.drafts.entries.get(key)).toMatchObject({ doc: { layers: [{ left: 2 }] } })
    d.session.cancel()
    await settled()
    expect(d.drafts.entries.size).toBe(0)
  })
  it('is written once for all edits made while a slow storage was busy, and the last one counts', async () => {
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
  it('is offered after a crash and taken as one undoable step', async () => {
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
  it('that grew from an older revision says so, and keeps it for the save to meet the conflict', async () => {
    const before = await edited()
    await paused(before)
    const d = await reopened(before, 4)
    expect(d.session.getState().draftOffer?.outdated).toBe(true)
    d.session.acceptDraft()
    expect(d.session.getState().revision).toBe(1)
  })
  it('offered is not overwritten before the seller decides', async () => {
    const before = await edited()
    await paused(before)
    const kept = before.drafts.entries.get(key)
    const d = openDesigner(doc(), { ports: { drafts: before.drafts } })
    d.click('a')
    d.drag(0, 77)
    d.timers.pass(1000)
    await d.session.ready
    d.timers.pass(1000)
    expect(before.drafts.entries.get(key)).toBe(kept)
    await d.session.discardDraft()
    await paused(d)
    expect(before.drafts.entries.get(key)).not.toBe(kept)
  })
  it('thrown away is gone', async () => {
    const before = await edited()
    await paused(before)
    const d = await reopened(before)
    await d.session.discardDraft()
    expect(before.drafts.entries.size).toBe(0)
    expect((await reopened(before)).session.getState().draftOffer).toBeNull()
  })
  it('thrown away stands as a question until it is gone from the machine', async () => {
    const before = await edited()
    await paused(before)
    let gone = () => {}
    const drafts: DraftStore = {
      ...before.drafts,
      delete: (at) => new Promise((resolve) => (gone = () => resolve(before.drafts.delete(at)))),
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
  it('goes when everything is undone, and when the seller closes without saving', async () => {
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
  it('is written at once when the designer is taken down', async () => {
    const d = await edited()
    await d.session.dispose()
    expect(d.drafts.entries.size).toBe(1)
    expect(d.timers.waiting()).toBe(0)
  })
  it('equal to what is saved is dropped without a question', async () => {
    const before = await edited()
    await paused(before)
    const d = openDesigner(before.doc(), { ports: { drafts: before.drafts } })
    await d.session.ready
    expect(d.session.getState().draftOffer).toBeNull()
    expect(before.drafts.entries.size).toBe(0)
  })
  it('that cannot be read is dropped, and the seller told', async () => {
    const before = await edited()
    await before.drafts.set(key, JSON.parse('{"version":1,"doc":{}}'))
    const d = await reopened(before)
    expect(d.told()).toBe('上次未保存的草稿已损坏，无法恢复')
    expect(before.drafts.entries.size).toBe(0)
  })
  it('that the machine cannot keep is shown as such, and editing goes on', async () => {
    const broken: DraftStore = {
      get: () => Promise.reject(new Error('no storage')),
      set: () => Promise.reject(new Error('no storage')),
      delete: () => Promise.reject(new Error('no storage')),
    }
    const d = openDesigner(doc(), { ports: { drafts: broken } })
    await d.session.ready
    expect(d.session.getState().draftState).toBe('failed')
    d.click('a')
    d.drag(5, 0)
    await paused(d)
    expect([d.layer('a').left, d.session.getState().draftState]).toEqual([5, 'failed'])
  })
  it('lives under the seller and the template', () => {
    expect(draftKey({ username: 'a/b', templateId: null, collectionId: 3 })).toBe('designer-draft/a%2Fb/collection/3/new')
  })
  it('is only ever read from what is one', () => {
    fc.assert(fc.property(fc.anything(), (value) => void expect(parseDraft(value)).toBeNull()))
  })
  it('survives in IndexedDB', async () => {
    const drafts = indexedDbDrafts()
    const d = openDesigner(doc(), { ports: { drafts } })
    await d.session.ready
    d.click('a')
    d.drag(30, 0)
    await d.session.dispose()
    const again = openDesigner(doc(), { ports: { drafts: indexedDbDrafts() } })
    await again.session.ready
    expect(again.session.getState().draftOffer?.draft.doc.layers[0]?.left).toBe(30)
    await again.session.discardDraft()
    expect(await drafts.get(key)).toBeUndefined()
  })
})
