import { describe, expect, expectTypeOf, test } from 'vitest'
import { type DialogOf, galleryOf, screens } from './paths'

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

  test('a dialog name that the screen does not have is a type error', () => {
    expect(screens.models({ dialog: 'edit', id: 3 })).toBe('/app/phone_brand_model/model?dialog=edit&id=3')
    // @ts-expect-error the dialog of another screen
    expect(screens.models({ dialog: 'colors' })).toBe('/app/phone_brand_model/model?dialog=colors')
    // @ts-expect-error a screen without dialogs
    expect(screens.trash({ dialog: 'add' })).toBe('/app/trash?dialog=add')
    expectTypeOf<DialogOf<typeof screens.orders>>().toEqualTypeOf<'sync' | 'import' | 'create' | 'review' | 'picking' | 'print'>()
  })
})
