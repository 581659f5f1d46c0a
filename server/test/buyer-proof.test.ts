/** Beginning more designs than an address may begin freely needs a proof of work, bound to link and address, once. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freeBegins, isProof, maxBegins, proofBits, proofText, seedLength } from '../../contract/rules/proof-of-work'
import type { BuyerChallenge, BuyerProof } from '../../contract/types'
import { challengeLifeMs } from '../domain/buyer/proof'
import type { PublicCtx } from '../kernel/context'
import { usesOf } from '../kernel/shared-limit'
import { type BuyerShop, buyer, openBuyerShop } from './buyer-shop'
import { type Domain, openDomain } from './domain'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const hour = 60 * 60 * 1000

function solve({ challenge, bits, parts }: BuyerChallenge): BuyerProof {
  const seed = createHash('sha256').update(challenge).digest('hex').slice(0, seedLength)
  const answerOf = (part: number): number => {
    for (let answer = 0; ; answer++) {
      const hash = createHash('sha256')
        .update(proofText(seed, part, answer))
        .digest()
      if (isProof(hash.readUInt32BE(), bits)) return answer
    }
  }
  return { challenge, answers: Array.from({ length: parts }, (_, part) => answerOf(part)) }
}

/** A visitor at an address that began so many designs within this hour. */
async function visitorAfter(shop: BuyerShop, begun: number): Promise<PublicCtx> {
  const ctx = shop.visitor()
  const row = { key: `buyer:begin:${ctx.address}`, used: begun, ends_at: new Date(Date.now() + hour) }
  await ctx.db.insertInto('shared_limit').values(row).execute()
  return ctx
}

const begin = (shop: BuyerShop, ctx: PublicCtx, proof?: BuyerProof, token = shop.token) =>
  buyer.begin(
    { params: { token }, body: { ...shop.chosen, templateId: shop.template.id, preview: false, ...(proof && { proof }) } },
    ctx,
  )
const challengeOf = (shop: BuyerShop, ctx: PublicCtx) => buyer.challenge({ params: { token: shop.token } }, ctx)
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'begun',
    ({ code }: { code: string }) => code,
  )

describe('an address that began as many designs as are free', () => {
  test('an address that began as many designs as are free begins another one with a proof, and without one is refused without being counted', async () => {
    const shop = await openBuyerShop(domain)
    const ctx = await visitorAfter(shop, freeBegins - 1)
    expect(await codeOf(begin(shop, ctx))).toBe('begun')
    expect(await codeOf(begin(shop, ctx))).toBe('proof-required')
    expect(await usesOf(ctx.db, `buyer:begin:${ctx.address}`)).toBe(freeBegins)
    expect((await begin(shop, ctx, solve(await challengeOf(shop, ctx)))).design.status).toBe('draft')
    expect(await usesOf(ctx.db, `buyer:begin:${ctx.address}`)).toBe(freeBegins + 1)
  })

  test('an address that began as many designs as are free uses each proof once, also in parallel and in other processes', async () => {
    const shop = await openBuyerShop(domain)
    const ctx = await visitorAfter(shop, freeBegins)
    const proof = solve(await challengeOf(shop, ctx))
    // Nothing of a proof is kept in a process: a context is all that another one would have.
    const tries = Array.from({ length: 6 }, () => codeOf(begin(shop, { ...ctx, traceId: 'other' }, proof)))
    expect((await Promise.all(tries)).sort()).toEqual(['begun', ...Array(5).fill('proof-required')])
    expect(await codeOf(begin(shop, ctx, proof))).toBe('proof-required')
  })

  test('an address that began as many designs as are free is refused with a proof for another link, another address, made up, changed, unsolved or too old', async () => {
    const shop = await openBuyerShop(domain)
    const other = await openBuyerShop(domain)
    const ctx = await visitorAfter(shop, freeBegins)
    const stranger = await visitorAfter(shop, freeBegins)
    const proof = solve(await challengeOf(shop, ctx))
    expect(await codeOf(begin(shop, stranger, proof))).toBe('proof-required')
    expect(await codeOf(begin(shop, ctx, solve(await challengeOf(other, ctx))))).toBe('proof-required')
    expect(await codeOf(begin(shop, ctx, { ...proof, challenge: `${proof.challenge}A` }))).toBe('proof-required')
    expect(await codeOf(begin(shop, ctx, { ...proof, challenge: 'v1.AAAA' }))).toBe('proof-required')
    expect(await codeOf(begin(shop, ctx, { ...proof, answers: proof.answers.map(() => 1) }))).toBe('proof-required')
    const late = { now: () => new Date(ctx.clock.now().getTime() + challengeLifeMs + 1) }
    expect(await codeOf(begin(shop, { ...ctx, clock: late }, proof))).toBe('proof-required')
    expect(await codeOf(begin(shop, ctx, proof))).toBe('begun')
  })

  test('an address that began as many designs as are free gets harder challenges the more it begins, and cannot store up easy ones', async () => {
    const shop = await openBuyerShop(domain)
    const ctx = await visitorAfter(shop, freeBegins)
    const easy = solve(await challengeOf(shop, ctx))
    const setUsed = (used: number) =>
      ctx.db.updateTable('shared_limit').set({ used }).where('key', '=', `buyer:begin:${ctx.address}`).execute()
    await setUsed(freeBegins + 200)
    const { bits } = await challengeOf(shop, ctx)
    expect(bits).toBe(proofBits(201))
    expect(await codeOf(begin(shop, ctx, easy))).toBe('proof-required')
    await setUsed(maxBegins)
    expect(await codeOf(begin(shop, ctx, easy))).toBe('too-many-requests')
  })
})
