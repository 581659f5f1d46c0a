import { describe, expect, test } from 'vitest'
import type { Adjustment } from './appearance'
import { type BuyerLayer, type BuyerSwitches, type PictureOrigin, refusalOf } from './buyer-rights'
import { photoLooks } from './photo-looks'

const switches: BuyerSwitches = {
  imageUploadEnabled: true,
  stickerAssetEnabled: true,
  imageAssetEnabled: true,
  textEnabled: true,
  backgroundEnabled: true,
}
interface Layer extends BuyerLayer {
  readonly appearance?: Readonly<Record<string, unknown>> | null
}
const place = { uuid: 'place', type: 'IMAGE', isUserUploadImage: true, locked: true, imageFileId: 1, appearance: null } as Layer

/** Returns why a buyer may not have these layers; null if he may. */
const refused = (base: readonly Layer[], layers: readonly Layer[], origin: PictureOrigin = 'photo') =>
  refusalOf({ base, layers, switches, originOf: () => origin })?.text ?? null
const lookNamed = (name: string): readonly Adjustment[] => photoLooks.find((look) => look.name === name)?.adjustments ?? []
const looks = photoLooks.filter(({ adjustments }) => adjustments.length > 0)

describe('a buyer gives a look', () => {
  test.each(looks)('$name to his photo in a place, cropped or not', ({ adjustments }) => {
    const crop = { left: 0, top: 0, width: 5, height: 5 }
    expect(refused([place], [{ ...place, imageFileId: 2, appearance: { adjustments } }])).toBeNull()
    expect(refused([place], [{ ...place, imageFileId: 2, appearance: { crop, adjustments } }])).toBeNull()
  })

  test('to no picture of the seller, whose colours are his', () => {
    expect(refused([place], [{ ...place, appearance: { adjustments: lookNamed('黑白') } }])).toBe('这个图层不能修改')
  })

  test('to no photo in a place that the seller adjusted or that adjusts what lies below', () => {
    const photo = { ...place, imageFileId: 2 }
    const own = { adjustments: lookNamed('暖阳') }
    expect(refused([{ ...place, appearance: own }], [{ ...photo, appearance: own }])).toBeNull()
    expect(
      refused([{ ...place, appearance: own }], [{ ...photo, appearance: { adjustments: lookNamed('黑白') } }]),
    ).not.toBeNull()
    expect(refused([{ ...place, appearance: own }], [{ ...photo, appearance: null }])).not.toBeNull()
    const below = { adjustsBelow: true }
    expect(refused([{ ...place, appearance: below }], [{ ...photo, appearance: { ...below, ...own } }])).not.toBeNull()
  })

  test('only as they are offered: no other adjustment, and nothing beside it', () => {
    const photo = { ...place, imageFileId: 2 }
    const strong: Adjustment = { kind: 'brightnessContrast', brightness: 100, contrast: 100 }
    expect(refused([place], [{ ...photo, appearance: { adjustments: [strong] } }])).not.toBeNull()
    expect(refused([place], [{ ...photo, appearance: { adjustments: lookNamed('黑白'), blendMode: 'multiply' } }])).not.toBeNull()
  })
})

test('a photo that the buyer added takes a look, and a sticker none', () => {
  const added = {
    ...place,
    uuid: 'mine',
    isUserUploadImage: false,
    locked: false,
    imageFileId: 3,
    appearance: { adjustments: lookNamed('鲜明') },
  }
  expect(refused([], [added])).toBeNull()
  expect(refused([], [added], 'sticker')).toBe('这个图层不能添加')
})

test('each look has its own name and its own adjustments', () => {
  expect(new Set(photoLooks.map(({ name }) => name)).size).toBe(photoLooks.length)
  expect(new Set(photoLooks.map(({ adjustments }) => JSON.stringify(adjustments))).size).toBe(photoLooks.length)
})
