/** Cutouts that a user began in a saved template, found by his other machines. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { openTemplateSeller } from '../../test/template-studio'
import { templateHandlers } from '../templates/handlers'
import { ticketHandlers } from './handlers'
import { maxBegunPerTemplate } from './limits'

const { templateCutouts } = ticketHandlers({ tickets: { secret: 'shared', host: 'https://cut.example' }, host: null })

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

async function open() {
  const { ctx, image, create } = await openTemplateSeller(domain)
  const { id } = await create()
  const put = (of: typeof ctx, taskId: string, uuid = 'a') =>
    templateCutouts.put({ params: { id, uuid }, body: { type: 'body', fileId: image, taskId } }, of)
  const list = (of: typeof ctx) => templateCutouts.list({ params: { id } }, of)
  const remove = (of: typeof ctx, taskId: string) => templateCutouts.remove({ params: { id, uuid: 'a', taskId } }, of)
  return { ctx, image, id, put, list, remove }
}

test('a cutout takes the place of an earlier one of its layer, names the host that the server trusts, and goes with its own task alone', async () => {
  const { ctx, image, put, list, remove } = await open()
  expect(await list(ctx)).toEqual([])
  await put(ctx, 't1')
  await put(ctx, 't2')
  await put(ctx, 't3', 'b')
  const common = { type: 'body', fileId: image, host: 'https://cut.example' }
  expect(await list(ctx)).toEqual([
    { ...common, uuid: 'a', taskId: 't2' },
    { ...common, uuid: 'b', taskId: 't3' },
  ])
  await remove(ctx, 't1')
  expect((await list(ctx)).map(({ taskId }) => taskId)).toEqual(['t2', 't3'])
  await remove(ctx, 't2')
  await remove(ctx, 't2')
  expect((await list(ctx)).map(({ taskId }) => taskId)).toEqual(['t3'])
})

test('neither a colleague nor a stranger sees or removes a cutout, and nobody begins one with the picture of another account', async () => {
  const { ctx, id, put, list, remove } = await open()
  const wang = { ...ctx, actor: { ...ctx.actor, userId: ctx.actor.userId + 100_000, username: 'demo:小王' } }
  await put(ctx, 't1')
  expect(await list(wang)).toEqual([])
  await remove(wang, 't1')
  expect(await list(ctx)).toHaveLength(1)
  const stranger = await openTemplateSeller(domain)
  await expectFailure(list(stranger.ctx), 'not-found')
  await expectFailure(remove(stranger.ctx, 't1'), 'not-found')
  await expectFailure(put(stranger.ctx, 't1'), 'not-found')
  const body = { type: 'body', fileId: stranger.image, taskId: 't9' } as const
  await expectFailure(templateCutouts.put({ params: { id, uuid: 'a' }, body }, ctx), 'not-found')
})

test('beyond the limit of a template the oldest ones go, and all with the template', async () => {
  const { ctx, id, image, put, list } = await open()
  const old = { account_id: ctx.actor.accountId, template_id: id, user_id: ctx.actor.userId, file_id: image, task_id: 'old' }
  const rows = Array.from({ length: maxBegunPerTemplate }, (_, at) => ({
    ...{ ...old, type: 'head' as const, layer_uuid: `layer-${at}` },
    created_at: new Date(at),
  }))
  await ctx.db.insertInto('template_cutout').values(rows).execute()
  await put(ctx, 't1')
  const uuids = (await list(ctx)).map(({ uuid }) => uuid)
  expect(uuids).toHaveLength(maxBegunPerTemplate)
  expect(uuids).not.toContain('layer-0')
  expect(uuids).toContain('a')
  await templateHandlers.templates.remove({ params: { id } }, ctx)
  expect(await ctx.db.selectFrom('template_cutout').select('id').where('template_id', '=', id).execute()).toEqual([])
})
