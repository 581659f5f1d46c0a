import type { Locator, Page } from 'playwright-core'
import type { Root } from './login-page'

/** 模板管理: groups as tabs, templates as cards. */
export class TemplatesPage {
  constructor(readonly root: Root) {}

  get dialog(): Locator {
    return this.root.getByRole('dialog')
  }

  /** From the main menu. */
  async enter(): Promise<void> {
    await this.root.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '模板管理' }).click()
    await this.root.getByRole('heading', { name: '模板管理' }).waitFor()
  }

  async addGroup(name: string): Promise<void> {
    await this.root.getByRole('button', { name: '新建分组' }).first().click()
    await this.dialog.getByRole('textbox', { name: '分组名称' }).fill(name)
    await this.dialog.getByRole('button', { name: '新建分组' }).click()
    await this.tab(name).waitFor()
    await this.dialog.waitFor({ state: 'hidden' })
  }

  tab(name: string): Locator {
    return this.root.getByRole('tab', { name })
  }

  async openGroup(name: string): Promise<void> {
    await this.tab(name).click()
  }

  async newTemplate(): Promise<void> {
    await this.root.getByRole('button', { name: '新建模板' }).first().click()
  }

  /** The card of exactly this name. */
  card(name: string | RegExp): Locator {
    const hasText = typeof name === 'string' ? new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) : name
    return this.root.locator('.card').filter({ has: this.root.locator('.card-name', { hasText }) })
  }

  get cards(): Locator {
    return this.root.locator('.card:not(.card-skeleton)')
  }

  /** Names in the order they are shown. */
  names(): Promise<string[]> {
    return this.root.locator('.card:not(.card-skeleton) .card-name').allTextContents()
  }

  async open(name: string | RegExp): Promise<void> {
    await this.card(name).locator('.card-open').click()
  }

  /** Picks an act from a card's menu. */
  async choose(name: string, act: string): Promise<void> {
    const more = this.root.getByRole('button', { name: `「${name}」的更多操作` })
    // Scrolling closes a menu, so it must be over before one is opened.
    await more.hover()
    await more.click()
    // A menu fades out; the newest of those still seen is the one just opened.
    await this.root.getByRole('menuitem', { name: act, exact: true }).last().click()
  }

  /** A toast or a hint with this text. */
  message(text: string): Locator {
    return this.root.locator('.arco-message').getByText(text).first()
  }

  /** Carries a card by the mouse to another card's place; `page` is the window the mouse moves in. */
  async drag(page: Page, from: string, to: string): Promise<void> {
    const start = await this.card(from).boundingBox()
    const end = await this.card(to).boundingBox()
    if (!start || !end) throw new Error('a card is not on screen')
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
    await page.mouse.down()
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 12 })
    await page.mouse.up()
  }
}
