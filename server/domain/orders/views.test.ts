/** Saved views of the order list are a user's own, and two windows lose none. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderViews } from '../../../contract/types'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { readOrderViews, writeOrderViews } from './views'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const viewOf = (name: string): OrderViews['views'][number] => ({
  id: `v${name.length}`,
  name,
  query: 'pushed=false',
  layout: { density: 'compact', choices: { effect: false }, order: ['push'] },
})

test('a user finds his views again, and nobody else does', async () => {
  const ctx = await domain.seller()
  expect(await readOrderViews(ctx)).toEqual({ revision: 0, views: [] })
  const kept = await writeOrderViews(ctx, { revision: 0, views: [viewOf('苹果待推送')] })
  expect(kept).toEqual({ revision: 1, views: [viewOf('苹果待推送')] })
  expect(await readOrderViews(ctx)).toEqual(kept)
  const colleague = { ...ctx, actor: { ...ctx.actor, userId: ctx.actor.userId + 1000 } }
  expect(await readOrderViews(colleague)).toEqual({ revision: 0, views: [] })
  expect(await readOrderViews(await domain.seller())).toEqual({ revision: 0, views: [] })
})

test('of two windows that change the views at once, the later one is told to read them again', async () => {
  const ctx = await domain.seller()
  await writeOrderViews(ctx, { revision: 0, views: [viewOf('一')] })
  await expectFailure(writeOrderViews(ctx, { revision: 0, views: [viewOf('二')] }), 'stale-revision')
  await writeOrderViews(ctx, { revision: 1, views: [viewOf('一'), viewOf('二')] })
  expect((await readOrderViews(ctx)).views.map(({ name }) => name)).toEqual(['一', '二'])
})
