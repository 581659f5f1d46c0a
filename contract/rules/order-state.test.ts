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
import { downloadCases, pushCases } from './test/order-state-cases'

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

  test('an order is wholly pushed when it is pushed itself, or when all of its parts are', () => {
    const of = (status: PushStatus) => ({ push: { status } })
    const order = (status: PushStatus, ...parts: PushStatus[]) => ({ ...of(status), childOrders: parts.map(of) })
    expect((['none', 'pushing', 'failed', 'pushed'] as const).map((status) => isPushed(of(status)))).toEqual([
      false,
      false,
      false,
      true,
    ])
    expect([order('pushed'), order('pushed', 'none'), order('none', 'pushed', 'pushed')].map(isWhollyPushed)).toEqual([
      true,
      true,
      true,
    ])
    expect([order('none'), order('failed', 'pushed', 'none')].map(isWhollyPushed)).toEqual([false, false])
  })
})

test('an item is held back when a reason is known', () => {
  expect([isHeld({ hold: null }), isHeld({ hold: '已退款，请不要生产' }), isHeld({ hold: '' })]).toEqual([false, true, true])
})
