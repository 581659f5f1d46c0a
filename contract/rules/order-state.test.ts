import { describe, expect, test } from 'vitest'
import {
  areDownloaded,
  countImages,
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
  'of the images %j, %j are counted, and the order counts as downloaded: %s',
  (images, count, downloaded) => {
    expect([countImages(images), areDownloaded(countImages(images))]).toEqual([count, downloaded])
  },
)

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
