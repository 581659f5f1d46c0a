import { describe, expect, test } from 'vitest'
import type { ItemState } from './item-state'
import {
  areDownloaded,
  countImages,
  customizationsToDownload,
  downloadStateOf,
  isHeld,
  isPushed,
  isWhollyPushed,
  type PushStatus,
  pushStatusOf,
} from './order-state'
import { downloadCases, heldCases, pushCases, whollyPushedCases } from './test/order-state-cases'

const imageState = (customizedImageUrl: string | null, creditDeducted: boolean) => ({ customizedImageUrl, creditDeducted })

test('a paid customization counts as downloaded, and one without a picture as unfinished', () => {
  const states = [imageState('/a', false), imageState('/a', true), imageState(null, false)].map(downloadStateOf)
  expect(states).toEqual(['waiting', 'downloaded', 'unfinished'])
})

test.each(downloadCases)(
  'of an item that is %s with the images %j, %j are counted, and its order counts as downloaded: %s',
  (state, images, count, downloaded) => {
    const customizations = images.map((image, id) => ({ ...image, id, remakeOf: null }))
    const counted = countImages(customizationsToDownload([{ state, customizations }]))
    expect([counted, areDownloaded(counted)]).toEqual([count, downloaded])
  },
)

test('an image that several items show counts once, as long as one of them is open', () => {
  const image = { ...imageState('/a', false), id: 1, remakeOf: null }
  const idsOf = (...states: readonly ItemState[]) =>
    customizationsToDownload(states.map((state) => ({ state, customizations: [image] }))).map(({ id }) => id)
  expect(idsOf('shipped', 'toMake')).toEqual([1])
  expect(idsOf('toMake', 'toMake')).toEqual([1])
  expect(idsOf('shipped', 'closed')).toEqual([])
})

test('an image that makes another one of a shipped item once more is left to download', () => {
  const first = { ...imageState('/a', false), id: 1, remakeOf: null }
  const remake = { ...imageState('/b', false), id: 2, remakeOf: 1 }
  expect(customizationsToDownload([{ state: 'shipped', customizations: [first, remake] }])).toEqual([remake])
})

describe('pushed', () => {
  test.each(pushCases)('pushStatusOf is %s for the designs %j', (status, designs) => expect(pushStatusOf(designs)).toBe(status))

  const stateOf = (status: PushStatus) => ({ push: { status } })
  test.each(['none', 'pushing', 'failed', 'pushed'] as const)(
    'isPushed holds for the push status pushed alone, not for another: %s',
    (status) => expect(isPushed(stateOf(status))).toBe(status === 'pushed'),
  )

  test.each(whollyPushedCases)(
    'an order that is %s with child orders that are %j is wholly pushed: %s',
    (status, children, isSo) => expect(isWhollyPushed({ ...stateOf(status), childOrders: children.map(stateOf) })).toBe(isSo),
  )
})

test.each(heldCases)(
  'an order whose items are held by %j, and those of its child orders by %j, is held: %s',
  (own, children, isSo) => expect([...own, ...children.flat()].some((hold) => isHeld({ hold }))).toBe(isSo),
)
