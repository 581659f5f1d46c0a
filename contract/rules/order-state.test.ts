import { describe, expect, test } from 'vitest'
import {
  areDownloaded,
  countImages,
  downloadStateOf,
  isHeld,
  isPushed,
  isWhollyPushed,
  type PushLineState,
  type PushStatus,
  pushStatusOf,
} from './order-state'

const imageState = (customizedImageUrl: string | null, creditDeducted: boolean) => ({ customizedImageUrl, creditDeducted })

test('a paid customization counts as downloaded, and one without a picture as unfinished', () => {
  const states = [imageState('/a', false), imageState('/a', true), imageState(null, false)].map(downloadStateOf)
  expect(states).toEqual(['waiting', 'downloaded', 'unfinished'])
})

test('an order counts as downloaded when all of its finished images are; without images it has no download state', () => {
  const of = (...images: ReturnType<typeof imageState>[]) => [countImages(images), areDownloaded(countImages(images))]
  expect(of(imageState('/a', true), imageState(null, false))).toEqual([{ images: 1, downloaded: 1 }, true])
  expect(of(imageState('/a', true), imageState('/b', false))).toEqual([{ images: 2, downloaded: 1 }, false])
  expect(of(imageState(null, false))).toEqual([{ images: 0, downloaded: 0 }, null])
  expect(of()).toEqual([{ images: 0, downloaded: 0 }, null])
})

describe('pushed', () => {
  const line = (status: PushLineState['status'], isLeased = false): PushLineState => ({ status, isLeased })
  test.each<[PushStatus, (PushLineState | null)[]]>([
    ['none', []],
    ['none', [null, null]],
    ['none', [line('pushed'), null]],
    ['pushed', [line('pushed'), line('pushed')]],
    ['pushing', [line('claimed', true), line('failed')]],
    ['pushing', [line('pushed'), line('claimed', true)]],
    ['failed', [line('pushed'), line('failed')]],
    // The factory's response was lost.
    ['failed', [line('claimed'), null]],
  ])('pushStatusOf is %s for the designs %j', (status, designs) => expect(pushStatusOf(designs)).toBe(status))

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
