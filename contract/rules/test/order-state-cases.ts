/** Cases of the rules in `../order-state.ts`. The tests of these rules and of their SQL forms (server/domain/orders) share them. */
import type { ItemState, OrderState } from '../item-state'
import type { ImageCount, ImageState, PushLineState, PushStatus } from '../order-state'

const imageState = (customizedImageUrl: string | null, creditDeducted: boolean): ImageState => ({
  customizedImageUrl,
  creditDeducted,
})

/** The state of an order's only item, its images, how many of them count, and whether the order is downloaded. */
export const downloadCases: readonly (readonly [ItemState, readonly ImageState[], ImageCount, boolean | null])[] = [
  ['toMake', [imageState('https://a.example/1.png', true), imageState(null, false)], { images: 1, downloaded: 1 }, true],
  [
    'toMake',
    [imageState('https://a.example/1.png', true), imageState('https://a.example/2.png', false)],
    { images: 2, downloaded: 1 },
    false,
  ],
  ['toMake', [imageState('https://a.example/1.png', false)], { images: 1, downloaded: 0 }, false],
  ['toMake', [imageState(null, false)], { images: 0, downloaded: 0 }, null],
  ['toMake', [], { images: 0, downloaded: 0 }, null],
  // Items that are shipped, refunded or closed do not count as left to download; held items do, because they may be made later.
  ['shipped', [imageState('https://a.example/1.png', false)], { images: 0, downloaded: 0 }, null],
  ['closed', [imageState('https://a.example/1.png', false)], { images: 0, downloaded: 0 }, null],
  [
    'finished',
    [imageState('https://a.example/1.png', true), imageState('https://a.example/2.png', false)],
    { images: 1, downloaded: 1 },
    true,
  ],
  ['refundAsked', [imageState('https://a.example/1.png', false)], { images: 1, downloaded: 0 }, false],
  ['partRefunded', [imageState('https://a.example/1.png', false)], { images: 1, downloaded: 0 }, false],
]

const line = (status: PushLineState['status'], isLeased = false): PushLineState => ({ status, isLeased })

/** The push status of an order with these designs; null stands for a design that was never sent. */
export const pushCases: readonly (readonly [PushStatus, readonly (PushLineState | null)[]])[] = [
  ['none', []],
  ['none', [null, null]],
  ['none', [line('pushed'), null]],
  ['pushed', [line('pushed'), line('pushed')]],
  ['pushing', [line('claimed', true), line('failed')]],
  ['pushing', [line('pushed'), line('claimed', true)]],
  ['failed', [line('pushed'), line('failed')]],
  // The factory's response was lost.
  ['failed', [line('claimed'), null]],
]

/** The push status of an order, those of its child orders, and whether the order is wholly pushed. */
export const whollyPushedCases: readonly (readonly [PushStatus, readonly PushStatus[], boolean])[] = [
  ['none', [], false],
  ['pushing', [], false],
  ['failed', [], false],
  ['pushed', [], true],
  ['pushed', ['none'], true],
  ['none', ['pushed'], true],
  ['failed', ['pushed', 'pushed'], true],
  ['none', ['pushed', 'none'], false],
  ['none', ['pushing', 'failed'], false],
]

/** The reasons why the items of an order are held back, those of the items of each child order, and whether the order is held. */
export const heldCases: readonly (readonly [readonly (string | null)[], readonly (readonly (string | null)[])[], boolean])[] = [
  [[], [], false],
  [[null], [], false],
  [['已退款，请不要生产'], [], true],
  [[null, '已退款，请不要生产'], [], true],
  // A reason without words counts as well.
  [[''], [], true],
  [[null], [[null]], false],
  [[], [[null], ['交易已关闭，请不要生产']], true],
]

/** The states of an order's items, those of the items of each child order, and the state of the order. */
export const orderStateCases: readonly (readonly [readonly ItemState[], readonly (readonly ItemState[])[], OrderState])[] = [
  [[], [], 'toMake'],
  [['toMake'], [], 'toMake'],
  [['toMake', 'unpaid', 'closed'], [], 'toMake'],
  [['toMake', 'partRefunded'], [], 'asks'],
  [['refundRefused'], [], 'asks'],
  [['unknown', 'closed'], [], 'asks'],
  [['partlyShipped'], [], 'asks'],
  [['unpaid', 'notYet'], [], 'waiting'],
  [['depositPaid', 'paying', 'held', 'closed'], [], 'waiting'],
  [['toMake', 'refundAsked'], [], 'refunding'],
  [['refundAgreed', 'partRefunded'], [], 'refunding'],
  [['goodsReturned', 'closed'], [], 'refunding'],
  [['shipped', 'toMake'], [], 'partlyShipped'],
  [['finished', 'unpaid'], [], 'partlyShipped'],
  [['shippedRefund', 'refundAsked'], [], 'partlyShipped'],
  [['shipped', 'finished', 'shippedRefund', 'closed'], [], 'shipped'],
  [['closed', 'refunded'], [], 'closed'],
  [[], [['shipped'], ['toMake']], 'partlyShipped'],
  [['closed'], [['shipped']], 'shipped'],
]
