import type { Locator, Page } from 'playwright-core'
import type { Root } from './login-page'

/** 模板管理: groups as tabs, templates as cards. */
export class TemplatesPage {
  constructor(readonly root: Root) {}

  get dialog(): Locator {
    return this.root.getByRole('dialog')
  }

  /** Opens the screen from the main menu. */
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

  /** The card with exactly this name. */
  card(name: string | RegExp): Locator {
    const hasText = typeof name === 'string' ? new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) : name
    return this.root.locator('.card').filter({ has: this.root.locator('.card-name', { hasText }) })
  }

  get cards(): Locator {
    return this.root.locator('.card:not(.card-skeleton)')
  }

  /** Returns the names in the order in which they are shown. */
  names(): Promise<string[]> {
    return this.root.locator('.card:not(.card-skeleton) .card-name').allTextContents()
  }

  async open(name: string | RegExp): Promise<void> {
    await this.card(name).locator('.card-open').click()
  }

  /** Chooses an action from a card's menu. */
  async choose(name: string, entry: string): Promise<void> {
    const more = this.root.getByRole('button', { name: `「${name}」的更多操作` })
    // Scrolling closes a menu, so the card is scrolled into view before its menu is opened.
    await more.hover()
    await more.click()
    // A closing menu fades out, so several may be visible; the last one is the one just opened.
    await this.root.getByRole('menuitem', { name: entry, exact: true }).last().click()
  }

  /** A toast or a hint with this text. */
  message(text: string): Locator {
    return this.root.locator('.arco-message').getByText(text).first()
  }

  /** Drags a card with the mouse to the position of another card; `page` is the page that moves the mouse. */
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
