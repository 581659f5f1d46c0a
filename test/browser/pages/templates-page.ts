import type { Locator } from 'playwright-core'
import { type Root, ScreenPage } from './screen-page'

/** 模板管理: groups as tabs, templates as cards. */
export class TemplatesPage extends ScreenPage<Root> {
  override get dialog(): Locator {
    return this.root.getByRole('dialog')
  }

  /** Opens the screen from the main menu. */
  async enter(): Promise<void> {
    await this.root.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '模板管理' }).click()
    await this.root.getByRole('heading', { name: '模板管理' }).waitFor()
  }

  async addGroup(name: string): Promise<void> {
    await this.button('新建分组').first().click()
    await this.field('分组名称', this.dialog).fill(name)
    await this.button('新建分组', this.dialog).click()
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
    await this.button('新建模板').first().click()
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
    await this.card(name).first().locator('.card-open').click()
  }

  /** Chooses an action from a card's menu. */
  async choose(name: string, entry: string): Promise<void> {
    const more = this.button(`「${name}」的更多操作`)
    // Scrolling closes a menu, so the card is scrolled into view before its menu is opened.
    await more.hover()
    await more.click()
    // A closing menu fades out, so several may be visible; the last one is the one just opened.
    await this.root.getByRole('menuitem', { name: entry, exact: true }).last().click()
  }

  /** Drags a card with the mouse to the position of another card. */
  drag(from: string, to: string): Promise<void> {
    return this.dragTo(this.card(from), this.card(to))
  }
}
