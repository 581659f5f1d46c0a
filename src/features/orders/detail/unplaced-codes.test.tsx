/** Codes that an order names and whose designs are not in it, over a simulated server: what the seller reads, and what he can do. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buyerDesignOf } from '../../../../contract/test/buyer-designs'
import { itemOf, orderOf } from '../../../../contract/test/orders'
import type { Order, UnplacedCode } from '../../../../contract/types'
import { fakeApi, Refusal } from '../../../api/test/fake-api'
import { renderScreen } from '../../../api/test/render-screen'
import { BuyerDesignsDialog } from './buyer-designs-dialog'
import { UnplacedCodes } from './unplaced-codes'

const codeOf = (change: Partial<UnplacedCode>): UnplacedCode => ({
  designId: 7,
  code: '73P9ZE27',
  reason: 'several',
  text: '备注里的定制编号 73P9-ZE27 还没有放进订单：有几个商品都可能是它的',
  itemIds: [11, 12],
  asks: true,
  ...change,
})
const items = [
  itemOf(11, { propertiesName: '型号:iPhone 15;材质:磨砂' }),
  itemOf(12, { propertiesName: '型号:iPhone 15;材质:亮面' }),
]
const order = (...unplacedCodes: UnplacedCode[]): Order => orderOf(1, { orderItems: items, unplacedCodes })

function open(view: (order: Order) => React.ReactNode, shown: Order, refusal: string | null = null) {
  const design = buyerDesignOf(7, { code: '73P9ZE27' })
  const decided = refusal === null ? design : new Refusal('conflict', refusal)
  const { api, writes } = fakeApi({
    buyerDesigns: {
      list({ query: { keyword } }) {
        const items = keyword === design.code ? [design] : []
        return { items, totalItems: items.length }
      },
      bind: decided,
      copy: decided,
    },
  })
  return { user: renderScreen(view(shown), { api }).user, writes }
}
const notices = (shown: Order, refusal: string | null = null) => open((one) => <UnplacedCodes order={one} />, shown, refusal)
const dialog = (shown: Order, refusal: string | null = null) =>
  open((one) => <BuyerDesignsDialog order={one} visible onClose={() => undefined} />, shown, refusal)

test('a code that several items may have is bound to the one that the seller chooses', async () => {
  const { user, writes } = notices(order(codeOf({})))
  expect(screen.getByText(/有几个商品都可能是它的/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '绑定' }).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('combobox', { name: '放进哪个商品' }))
  await user.click(await screen.findByText('型号:iPhone 15;材质:亮面 ×1'))
  await user.click(screen.getByRole('button', { name: '绑定' }))
  await waitFor(() =>
    expect(writes()).toEqual(['POST /api/buyer_designs/bindings {"code":"73P9ZE27","orderId":1,"orderItemId":12}']),
  )
})

test('a design that another order has is copied into the only item that is offered', async () => {
  const { user, writes } = notices(order(codeOf({ reason: 'elsewhere', text: '已经用在订单 41 里', itemIds: [11] })))
  await user.click(screen.getByRole('button', { name: '再来一单' }))
  await waitFor(() => expect(writes()).toEqual(['POST /api/buyer_designs/7/copies {"orderId":1,"orderItemId":11}']))
})

test('a refusal is shown beside the code', async () => {
  const { user } = notices(order(codeOf({ itemIds: [11] })), '买家还没有提交这个设计')
  await user.click(screen.getByRole('button', { name: '绑定' }))
  expect(await screen.findByText('买家还没有提交这个设计')).toBeTruthy()
})

test('a code of a draft is named, and nothing is offered', () => {
  notices(order(codeOf({ reason: 'notSubmitted', text: '买家还没有提交这个设计', itemIds: [] })))
  expect(screen.getByText('买家还没有提交这个设计')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('an order without such codes shows nothing', () => {
  notices(order())
  expect(screen.queryByRole('button')).toBeNull()
})

test.each(['７３Ｐ９－ＺＥ２７', 'KJ73P9-ZE27x2', '编号：73p9 ze27 谢谢'])(
  'the dialog takes %s as it was pasted',
  async (typed) => {
    const { user, writes } = dialog(order())
    await user.click(await screen.findByRole('textbox', { name: '定制编号' }))
    await user.paste(typed)
    await user.click(screen.getByRole('button', { name: '绑定' }))
    await waitFor(() =>
      expect(writes()).toEqual([`POST /api/buyer_designs/bindings {"code":"${typed}","orderId":1,"orderItemId":null}`]),
    )
  },
)

test('the dialog copies the design of a code that is in use elsewhere', async () => {
  const { user, writes } = dialog(order())
  await user.click(await screen.findByRole('textbox', { name: '定制编号' }))
  await user.paste('73P9-ZE27')
  await user.click(screen.getByRole('button', { name: '再来一单' }))
  await waitFor(() => expect(writes()).toEqual(['POST /api/buyer_designs/7/copies {"orderId":1,"orderItemId":null}']))
})

test('the dialog says that a code is wrong, and sends nothing', async () => {
  const { user } = dialog(order())
  await user.click(await screen.findByRole('textbox', { name: '定制编号' }))
  await user.paste('73P9-ZE28')
  expect(await screen.findByText('编号不对，请检查有没有输错')).toBeTruthy()
  expect(screen.getByRole('button', { name: '绑定' }).hasAttribute('disabled')).toBe(true)
})
