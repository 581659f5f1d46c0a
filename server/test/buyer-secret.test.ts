/** The secret of a buyer's design: what is answered without it, and where it never appears. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createJsonLog } from '../infra/log/log'
import { openBuyerShop, toWrite } from './buyer-shop'
import { domainOn } from './domain'
import { startTestServer } from './server'

test('a design is asked for in vain with one shape of answer, and its secret is in no answer, header or line of the log', async () => {
  const lines: string[] = []
  const log = createJsonLog({ write: (line) => lines.push(line) })
  const server = await startTestServer({
    settings: { log, requestLog: (entry: object) => log.info('request', entry as Record<string, string>) },
  })
  const inServer = await domainOn(server.deps)
  try {
    const shop = await openBuyerShop(inServer)
    const [one, other] = [await shop.begin(), await shop.begin()]
    const path = (id: number) => `/api/buyer/designs/${id}`
    const answers: string[] = []
    const ask = async (method: string, address: string, token: string, body?: unknown) => {
      const { status, body: answer, headers } = await server.call(method, address, { token, body })
      answers.push(JSON.stringify([answer, [...headers]]))
      const { traceId, ...shape } = answer as { traceId?: string }
      return { status, shape, policy: headers.get('referrer-policy') }
    }
    const refused = []
    for (const [method, rest, body] of [
      ['GET', ''],
      ['PUT', '', { ...shop.chosen, revision: 1, layers: toWrite(one.design.layers) }],
      ['DELETE', ''],
      ['POST', '/submissions', { revision: 1, consent: true }],
    ] as const)
      for (const [id, secret] of [
        [one.design.id, other.secret],
        [999_999_999, one.secret],
      ] as const)
        refused.push(await ask(method, path(id) + rest, secret, body))
    const [first] = refused
    expect(first).toMatchObject({ status: 404, shape: { code: 'not-found' }, policy: 'no-referrer' })
    for (const answer of refused) expect(answer).toEqual(first)
    // Failures of every kind: the right secret with bodies that are refused, are too new, or break in the database.
    await ask('PUT', path(one.design.id), one.secret, { layers: 'x' })
    await ask('PUT', path(one.design.id), one.secret, { ...shop.chosen, revision: 7, layers: [] })
    await sql`alter table buyer_file rename to lost`.execute(server.deps.db)
    const broken = await ask('POST', `${path(one.design.id)}/uploads`, one.secret, { fileName: 'a.jpg' })
    await sql`alter table lost rename to buyer_file`.execute(server.deps.db)
    expect(broken.status).toBe(500)
    expect(lines.some((line) => line.includes('"level":"error"'))).toBe(true)
    for (const { secret } of [one, other])
      for (const text of [secret, Buffer.from(secret).toString('base64')])
        expect([...lines, ...answers].join()).not.toContain(text)
  } finally {
    await inServer.close()
    await server.close()
  }
})
