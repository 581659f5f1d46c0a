/** A buyers' page that is newer than the process that it reaches, while a new version replaces the processes one by one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyerRevision, buyerRevisionHeader } from '../../contract/buyer-revision'
import { openBuyerShop, toWrite } from './buyer-shop'
import { type Domain, domainOn } from './domain'
import { startTestServer } from './server'

let server: Awaited<ReturnType<typeof startTestServer>>
let domain: Domain
beforeAll(async () => {
  server = await startTestServer()
  domain = await domainOn(server.deps)
})
afterAll(async () => {
  await domain.close()
  await server.close()
})

test('a body of a newer page is neither refused as wrong nor stored in part: the page is asked to try again, and reads go on', async () => {
  const shop = await openBuyerShop(domain)
  const { design, secret } = await shop.begin()
  const path = `/api/buyer/designs/${design.id}`
  const call = (method: string, revision: number, body?: unknown) =>
    server.call(method, path, { token: secret, body, headers: { [buyerRevisionHeader]: String(revision) } })
  const save = { ...shop.chosen, revision: design.revision, layers: toWrite(design.layers) }
  // Whatever the body is: a field of the newer page may be dropped in silence.
  for (const body of [save, { ...save, layers: [{ from: 'the next version' }] }]) {
    const refused = await call('PUT', buyerRevision + 1, body)
    expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([
      503,
      expect.objectContaining({ code: 'unavailable', message: expect.stringContaining('正在更新') }),
      '2',
    ])
  }
  expect((await call('GET', buyerRevision + 1)).body).toMatchObject({ revision: design.revision })
  expect((await call('PUT', buyerRevision, save)).body).toMatchObject({ revision: design.revision + 1 })
})
