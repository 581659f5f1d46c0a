import { describe, expect, test } from 'vitest'
import { galleryOf, screens } from './paths'

describe('screens', () => {
  test('an address contains its encoded parameters and leaves out absent ones', () => {
    expect(screens.models()).toBe('/app/phone_brand_model/model')
    expect(screens.models({ brand: 3, q: '' })).toBe('/app/phone_brand_model/model?brand=3')
    expect(screens.orders({ pushed: true, held: true })).toBe('/app/order_management?pushed=true&held=true')
    expect(screens.orders({ q: '小米 & 14' })).toBe(
      `/app/order_management?q=${encodeURIComponent('小米 & 14').replaceAll('%20', '+')}`,
    )
    expect(galleryOf('maps')({ upload: 'new' })).toBe('/app/design_assets/maps?upload=new')
  })

  test('a parameter or screen name that does not exist is a type error', () => {
    // @ts-expect-error a typing mistake
    expect(screens.models({ brnd: 3 })).toBe('/app/phone_brand_model/model?brnd=3')
    // @ts-expect-error a typing mistake
    expect(screens.modells).toBeUndefined()
  })
})
