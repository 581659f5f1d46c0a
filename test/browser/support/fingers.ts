/** Real touch input through the browser's protocol. */
import type { Page } from 'playwright-core'
import type { ScreenPoint } from '../pages/screen-page'

/** Fingers on the screen; every call says where all of them are. */
export async function fingersOf(page: Page) {
  const client = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly ScreenPoint[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) })
  return {
    down: (...points: ScreenPoint[]) => send('touchStart', points),
    move: (...points: ScreenPoint[]) => send('touchMove', points),
    up: () => send('touchEnd', []),
    emulate: () => client.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 }),
    async drag(from: ScreenPoint, to: ScreenPoint) {
      await send('touchStart', [from])
      for (const share of [0.1, 0.3, 0.6, 0.9, 1])
        await send('touchMove', [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }])
      await send('touchEnd', [])
    },
  }
}
