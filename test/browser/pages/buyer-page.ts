/** The buyers' page on a phone, in gestures. */
import { type Browser, type BrowserContext, devices, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { halvesPicture } from '../support/buyer-shop'
import { meanDifference, type Pixels, pixelsOf } from '../support/compare'
import { fingersOf } from '../support/fingers'

export class BuyerPage {
  /** Errors and warnings of the browser's console. */
  readonly complaints: string[] = []
  #hasAgreed = false

  constructor(
    readonly page: Page,
    readonly context: BrowserContext,
  ) {
    page.on('pageerror', (error) => this.complaints.push(error.message))
    page.on('console', (message) => {
      // A software renderer says that it reads pixels slowly.
      if (!['error', 'warning'].includes(message.type()) || message.text().includes('GL Driver Message')) return
      this.complaints.push(message.text())
    })
  }

  /** A phone whose browser calls itself a 小米 14. */
  static async on(browser: Browser): Promise<BuyerPage> {
    const context = await browser.newContext({
      ...devices['Pixel 5'],
      viewport: { width: 390, height: 844 },
      locale: 'zh-CN',
      reducedMotion: 'reduce',
      userAgent: 'Mozilla/5.0 (Linux; Android 14; 小米 14 Build/UKQ1) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36',
    })
    return new BuyerPage(await context.newPage(), context)
  }

  /** Another tab of the same phone. */
  another(page: Page): BuyerPage {
    const tab = new BuyerPage(page, this.context)
    tab.#hasAgreed = this.#hasAgreed
    return tab
  }

  /** From the link to the open template. */
  async begin(link: string): Promise<void> {
    await this.page.goto(link)
    await this.chooseTemplate()
  }

  async chooseTemplate(): Promise<void> {
    await this.page.getByRole('button', { name: /小米 14.*是这一款/ }).tap()
    await this.page.getByRole('button', { name: '合影壳' }).tap()
    await this.page.locator('.stage canvas').waitFor()
  }

  /** Puts a photo into the template's place for it, which shows as much of it as it can. */
  async choosePhoto(): Promise<void> {
    const chooser = this.page.getByLabel('选照片：合影')
    // A place that has a photo is tapped before another one is chosen.
    if ((await chooser.count()) === 0) await this.page.getByRole('button', { name: /^选择合影/ }).tap()
    await chooser.setInputFiles(await halvesPicture())
    if (!this.#hasAgreed) await this.agree()
    await this.takeCrop()
    await expect.poll(() => this.page.getByRole('button', { name: '撤销' }).isEnabled()).toBe(true)
  }

  /** Takes the part of a photo that the page proposes. */
  async takeCrop(): Promise<void> {
    await this.page.getByRole('dialog', { name: '裁剪照片' }).getByRole('button', { name: '用这部分' }).tap()
  }

  /** Agrees with the first photo to what the shop does with it. */
  async agree(): Promise<void> {
    await this.page.getByRole('button', { name: '同意并上传' }).tap()
    this.#hasAgreed = true
  }

  /** Doubles the photo in its place with two fingers and drags it right, so that only its left half is seen. */
  async showLeftHalf(): Promise<void> {
    const stage = await this.page.locator('.case').boundingBox()
    if (!stage) throw new Error('no stage')
    const fingers = await fingersOf(this.page)
    const middle = { x: stage.x + stage.width / 2, y: stage.y + stage.height / 4 }
    const apart = (by: number) =>
      [
        { x: middle.x - by, y: middle.y },
        { x: middle.x + by, y: middle.y },
      ] as const
    await fingers.down(...apart(20))
    for (const by of [25, 30, 36, 40]) await fingers.move(...apart(by))
    await fingers.up()
    await fingers.drag(middle, { x: middle.x + 150, y: middle.y })
  }

  /** Returns what the case looks like, without the frame around what is chosen. */
  async seeCase(): Promise<Pixels> {
    return pixelsOf(await this.page.locator('.case').screenshot({ style: '.frame { opacity: 0 !important }' }))
  }

  /** Lifts the fingers off, and returns how far the case changes by it: once they are up, it is drawn instead of moved. */
  async changeAfterLifting(
    fingers: Pick<Awaited<ReturnType<typeof fingersOf>>, 'up'>,
  ): Promise<ReturnType<typeof meanDifference>> {
    const moving = await this.seeCase()
    await fingers.up()
    await this.page.locator('.lift:empty').waitFor({ state: 'attached' })
    return meanDifference(moving, await this.seeCase())
  }

  /** Resolves when no photo waits for its upload and everything is saved. */
  async saved(): Promise<void> {
    await this.page.getByRole('list', { name: '还没有传完的照片' }).waitFor({ state: 'detached' })
    await this.page
      .getByRole('status')
      .and(this.page.getByText(/^已保存(，还没有提交)?$/))
      .waitFor()
  }

  /** Resolves when the picture of what was submitted is there: from then on its order can be charged. */
  async drawn(): Promise<void> {
    // Not the browser's own limit: on a busy machine others are drawn first.
    await expect.poll(() => this.page.getByText('定制编号现在就能用').count()).toBe(0)
  }

  /** Submits, waits for the drawing, and returns the code for the order's remark. */
  async submit(): Promise<string> {
    await this.page.getByRole('button', { name: '完成' }).tap()
    await this.page.getByRole('checkbox').check()
    await this.page.getByRole('button', { name: '提交' }).tap()
    await this.page.getByText('设计已提交').waitFor()
    await this.drawn()
    return (await this.page.locator('.code').textContent()) ?? ''
  }

  async chooseInMenu(name: string): Promise<void> {
    await this.page.getByRole('button', { name: '更多' }).tap()
    await this.page.getByRole('dialog').getByRole('button', { name, exact: true }).tap()
  }
}
