import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Driver, openDesigner } from '../test/driver'
import { docOf, image } from '../test/make'
import { draftKey, parseDraft } from './draft'
import { indexedDbDrafts } from './draft-store'
import type { DraftStore } from './types'

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
async function paused(d: Driver, ms = 300): Promise<void> {
  d.timers.pass(ms)
  await d.session.flushDraft()
}

describe('a draft', () => {
  it('is written 300 ms after the last change, once', async () => {
    const d = await edited()
    d.timers.pass(299)
    expect(d.drafts.entries.size).toBe(0)
    d.drag(10, 0)
    d.timers.pass(299)
    expect([d.drafts.entries.size, d.timers.waiting()]).toEqual([0, 1])
    await paused(d, 1)
    expect(d.drafts.entries.get(key)).toMatchObject({ version: 1, baseRevision: 1, savedAt: 1_000, templateId: 1 })
    expect(d.session.getState().draftState).toBe('kept')
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
