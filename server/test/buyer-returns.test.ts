/** Coming back to a design from another phone, by its code and four digits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeText } from '../../contract/rules/design-code'
import { maxWrongReturns, maxWrongReturnsPerAddress } from '../domain/buyer/returns'
import { shopHandlers } from '../domain/shops/handlers'
import { type BuyerShop, buyer, openBuyerShop, submitted } from './buyer-shop'
import { type Domain, openDomain } from './domain'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

type Begun = Awaited<ReturnType<BuyerShop['begin']>>
const leave = (shop: BuyerShop, { secret, design }: Begun, digits: string | null) =>
  buyer.setReturn({ params: { id: design.id }, body: { digits } }, shop.visitor(secret))
const find = (shop: BuyerShop, code: string, digits: string, visitor = shop.visitor()) =>
  buyer.find({ body: { code, digits } }, visitor)
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
  )

describe('another phone', () => {
  test('another phone opens a design by its code in any spelling and the digits, with a secret of its own beside the first one', async () => {
    const shop = await openBuyerShop(domain)
    const begun = await shop.begin()
    expect(begun.design.canReturn).toBe(false)
    expect((await leave(shop, begun, '0427')).canReturn).toBe(true)
    const code = codeText(begun.design.code).toLowerCase()
    const found = await find(shop, `我的编号是 ${code}，谢谢`, '0427')
    expect(found.id).toBe(begun.design.id)
    expect(found.secret).not.toBe(begun.secret)
    const read = (secret: string) => buyer.get({ params: { id: found.id } }, shop.visitor(secret))
    expect([(await read(found.secret)).code, (await read(begun.secret)).code]).toEqual([begun.design.code, begun.design.code])
    // The digits are forgotten on request, and the phones that are there stay.
    await leave(shop, { ...begun, secret: found.secret }, null)
    expect((await refusal(find(shop, begun.design.code, '0427')))?.code).toBe('invalid')
    expect((await read(found.secret)).id).toBe(found.id)
  })

  test('another phone opens a submitted design whose link was deleted, and learns its state', async () => {
    const shop = await openBuyerShop(domain)
    const begun = await shop.begin()
    const design = await submitted(shop, begun, '#ff0000')
    await leave(shop, { ...begun, design }, '1234')
    await shopHandlers.shopCustomizationSettings.remove({ params: { id: shop.link.id } }, shop.ctx)
    const found = await find(shop, design.code, '1234')
    const read = await buyer.get({ params: { id: found.id } }, shop.visitor(found.secret))
    expect(read).toMatchObject({ status: 'submitted', code: design.code })
    expect(await refusal(buyer.offer({ params: { id: found.id } }, shop.visitor(found.secret)))).toMatchObject({
      code: 'conflict',
    })
  })

  test('a design is opened to nobody by the secret of another design', async () => {
    const shop = await openBuyerShop(domain)
    const [one, other] = [await shop.begin(), await shop.begin()]
    await leave(shop, one, '1111')
    const found = await find(shop, one.design.code, '1111')
    const reading = buyer.get({ params: { id: other.design.id } }, shop.visitor(found.secret))
    expect((await refusal(reading))?.code).toBe('not-found')
  })
})

describe('guessing the digits', () => {
  test('a guess gets the same answer for unknown codes, designs without digits and wrong digits', async () => {
    const shop = await openBuyerShop(domain)
    const [without, withDigits] = [await shop.begin(), await shop.begin()]
    await leave(shop, withDigits, '2222')
    const answers = [
      await refusal(find(shop, 'K7QX-2M9C', '2222')),
      await refusal(find(shop, without.design.code, '2222')),
      await refusal(find(shop, withDigits.design.code, '3333')),
      await refusal(find(shop, '没有编号', '3333')),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.code).toBe('invalid')
  })

  test('a series of guesses blocks a code for an hour, also for the right digits and for guesses at the same time, and an address after more codes', async () => {
    const shop = await openBuyerShop(domain)
    const begun = await shop.begin()
    await leave(shop, begun, '4444')
    const guesses = Array.from({ length: 3 * maxWrongReturns }, (_, n) => refusal(find(shop, begun.design.code, `500${n % 10}`)))
    const codes = (await Promise.all(guesses)).map((answer) => answer?.code)
    expect(codes.filter((code) => code === 'invalid')).toHaveLength(maxWrongReturns)
    expect((await refusal(find(shop, begun.design.code, '4444')))?.code).toBe('too-many-requests')

    const visitor = shop.visitor()
    for (let n = 0; n < maxWrongReturnsPerAddress; n++)
      expect((await refusal(find(shop, '不是编号', '5555', visitor)))?.code).toBe('invalid')
    expect((await refusal(find(shop, '不是编号', '5555', visitor)))?.code).toBe('too-many-requests')
  })

  test('a try is not counted where the digits are right', async () => {
    const shop = await openBuyerShop(domain)
    const begun = await shop.begin()
    await leave(shop, begun, '6666')
    const visitor = shop.visitor()
    for (let n = 0; n < maxWrongReturnsPerAddress + 2; n++) await find(shop, begun.design.code, '6666', visitor)
  })
})
