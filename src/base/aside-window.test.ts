import { expect, test } from 'vitest'
import { asideOf, beginsAside } from './aside-window'

test('a window is opened for one errand by its address, or by an outside page that sends the seller back to it', () => {
  expect(beginsAside(`https://shop.example${asideOf('/app/pay')}`)).toBe(true)
  expect(beginsAside(`https://webview/index.html#${asideOf('/app/integrations/factories?x=1')}`)).toBe(true)
  expect(beginsAside('https://shop.example/app/setting?code=c&state=s')).toBe(true)
  expect(beginsAside('https://shop.example/app/setting?error=access_denied&error_description=reject&state=s')).toBe(true)
  expect(beginsAside('https://shop.example/app/setting?error=access_denied')).toBe(true)
  expect(beginsAside('https://shop.example/app/setting?code=c')).toBe(true)
  // A list of materials may be filtered by a state.
  expect(beginsAside('https://shop.example/app/order_management?state=shipped')).toBe(false)
  expect(beginsAside('https://shop.example/app/pay')).toBe(false)
})
