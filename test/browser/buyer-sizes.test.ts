/** The buyers' page on small and large screens, by keys alone, and while it loads. */
import { devices, type Locator, type Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { buyerPhonesOf } from './support/buyer-phones'
import { halvesPicture } from './support/buyer-shop'
import { makeFont } from './support/shop'

const phones = buyerPhonesOf('小屏店', ({ call }) => makeFont(call, inject('baseUrl'), '快乐体'))

async function openScreen(width: number, height: number): Promise<Page> {
  const { deviceScaleFactor, isMobile, hasTouch } = devices['iPhone 13']
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1'
  const viewport = { width, height }
  const context = await phones.openContext({
    viewport,
    screen: viewport,
    deviceScaleFactor,
    isMobile,
    hasTouch,
    userAgent,
  })
  return context.newPage()
}

/** Returns controls smaller than 44 px, which a finger would miss, and elements wider than the screen. */
const misses = (page: Page) =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('button, input, summary, a[href], label.photo-button')]
    const small = controls.flatMap((control) => {
      // A box that belongs to a label is pressed through it.
      const target = control.matches('input[type=checkbox], input[type=file]') ? (control.closest('label') ?? control) : control
      const { width, height } = target.getBoundingClientRect()
      if (width === 0 || (width >= 44 && height >= 44)) return []
      return [`${control.textContent || control.getAttribute('aria-label')}: ${width} × ${height}`]
    })
    const wide = [document.documentElement, ...document.querySelectorAll<HTMLElement>('.fill-in, .bottom-sheet, .library ul')]
    return [
      ...small,
      ...wide.flatMap(({ className, scrollWidth, clientWidth }) =>
        scrollWidth > clientWidth ? [`${className}: ${scrollWidth - clientWidth} px too wide`] : [],
      ),
    ]
  })

test.each([
  [360, 640],
  [390, 844],
  [768, 1024],
])('on %i × %i nothing is too small for a finger or wider than the screen, from the link to the code', async (width, height) => {
  const page = await openScreen(width, height)
  const found: Record<string, readonly string[]> = {}
  const look = async (screen: string) => {
    const here = await misses(page)
    if (here.length > 0) found[screen] = here
  }
  await page.goto(phones.shop.link.url)
  await page.getByRole('heading', { name: '您的手机是哪一款？' }).waitFor()
  await look('phones')
  await page.getByRole('button', { name: '小米 14', exact: true }).tap()
  await page.getByRole('button', { name: '合影壳' }).waitFor()
  await look('templates')
  await page.getByRole('button', { name: '合影壳' }).tap()
  await page.locator('.stage canvas').waitFor()
  await look('editor')
  await page.getByLabel('选照片：合影').setInputFiles(await halvesPicture())
  await page.getByRole('dialog', { name: '上传照片前' }).waitFor()
  await look('consent')
  await page.getByRole('button', { name: '同意并上传' }).tap()
  await page.getByRole('dialog', { name: '裁剪照片' }).waitFor()
  await look('crop')
  await page.getByRole('button', { name: '用这部分' }).tap()
  await expect.poll(() => page.getByRole('button', { name: '撤销' }).isEnabled()).toBe(true)
  await look('photo')
  await page.getByRole('button', { name: '收起' }).tap()
  await look('layers')
  await page.getByRole('button', { name: '添加文字' }).tap()
  const words = page.getByRole('textbox', { name: '文字' })
  await words.waitFor()
  await look('text')
  await words.tap()
  const keyboardTop = await page.evaluate(() => {
    // Browsers of iPhones tell of their keyboard only by the part of the page that is still seen.
    const height = innerHeight - 290
    Object.defineProperty(visualViewport, 'height', { configurable: true, value: height })
    visualViewport?.dispatchEvent(new Event('resize'))
    return height
  })
  const bottomOf = async (one: Locator) => {
    const box = await one.boundingBox()
    return box ? Math.round(box.y + box.height) : Number.POSITIVE_INFINITY
  }
  await expect.poll(() => bottomOf(words)).toBeLessThanOrEqual(keyboardTop)
  expect(await bottomOf(page.locator('.stage'))).toBeLessThan((await words.boundingBox())?.y ?? 0)
  await page.evaluate(() => {
    Reflect.deleteProperty(visualViewport ?? {}, 'height')
    visualViewport?.dispatchEvent(new Event('resize'))
  })
  await page.getByRole('button', { name: '更多' }).tap()
  await look('menu')
  await page.getByRole('button', { name: '关闭' }).tap()
  await page.getByRole('button', { name: '完成' }).tap()
  await page.getByRole('checkbox').check()
  await look('finish')
  await page.getByRole('button', { name: '提交', exact: true }).tap()
  await page.getByRole('button', { name: '复制编号' }).waitFor()
  await look('done')
  expect(found).toEqual({})
})

test('on a phone that lies, the case stands beside what is filled in', async () => {
  const page = await openScreen(844, 390)
  await page.goto(phones.shop.link.url)
  await page.getByRole('button', { name: '小米 14', exact: true }).tap()
  await page.getByRole('button', { name: '合影壳' }).tap()
  await page.locator('.stage canvas').waitFor()
  const [stage, fields] = await Promise.all(['.stage', '.fill-in'].map((one) => page.locator(one).boundingBox()))
  expect(stage?.height).toBeGreaterThan(300)
  expect(fields).toMatchObject({ x: (stage?.x ?? 0) + (stage?.width ?? 0), y: stage?.y, height: stage?.height })
  expect(await misses(page)).toEqual([])
})

test('a buyer gets from the link to the code by keys alone, without a pointer', async () => {
  const context = await phones.openContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(phones.shop.link.url)
  /** Goes on by Tab to a control, as far as there are any. */
  const reach = async (name: string | RegExp, role: 'button' | 'checkbox' = 'button') => {
    const target = page.getByRole(role, { name }).first()
    await target.waitFor()
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`no key leads to ${String(name)}`)
  }
  await reach('小米 14')
  await page.keyboard.press('Enter')
  await reach('合影壳')
  await page.keyboard.press('Enter')
  await page.locator('.stage canvas').waitFor()
  // The browser is told to hand file choosers over before a key can open one.
  const choosing = page.waitForEvent('filechooser')
  await reach(/^选照片：合影/)
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(await halvesPicture())
  await reach('同意并上传')
  await page.keyboard.press('Enter')
  await reach('用这部分')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('button', { name: '撤销' }).isEnabled()).toBe(true)
  await reach('完成')
  await page.keyboard.press('Enter')
  await reach(/我有权使用/, 'checkbox')
  await page.keyboard.press('Space')
  await reach('提交')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '复制编号' }).waitFor()
})

test('nothing moves while the page and the templates load', async () => {
  const page = await openScreen(393, 852)
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(phones.shop.link.url)
  await page.getByRole('heading', { name: '您的手机是哪一款？' }).waitFor()
  await page.getByRole('button', { name: '小米 14', exact: true }).tap()
  await page.getByRole('button', { name: '合影壳' }).waitFor()
  await page.waitForLoadState('networkidle')
  const total = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0))
  expect(total).toBeLessThan(0.02)
})
