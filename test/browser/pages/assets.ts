import type { Locator } from 'playwright-core'
import { type FilePayload, ScreenPage } from './screen-page'

/** 素材库: the asset types as tabs, the groups beside the gallery, and the screen that manages the groups. */
export class AssetsPage extends ScreenPage {
  override get dialog(): Locator {
    return this.page.getByRole('dialog')
  }

  /** The link of a group beside the gallery. */
  group(name: string): Locator {
    return this.page.getByRole('navigation', { name: /分组$/ }).getByRole('link', { name: new RegExp(`^${name} \\d+$`) })
  }

  get cards(): Locator {
    return this.page.locator('.sortable-item')
  }

  card(name: string): Locator {
    return this.cards.filter({ has: this.page.getByTitle(name, { exact: true }) })
  }

  /** The picture of a card, which opens the preview. */
  picture(name: string): Locator {
    return this.card(name).getByRole('button', { name: /^预览/ })
  }

  /** Returns the names in the order in which they are shown. */
  names(): Promise<string[]> {
    return this.cards.locator('.assets-name').evaluateAll((names) => names.map((name) => name.getAttribute('title') ?? ''))
  }

  async tick(name: string, options: { shift?: boolean } = {}): Promise<void> {
    const card = this.card(name)
    await card.hover()
    await card.locator('.arco-checkbox').click({ modifiers: options.shift ? ['Shift'] : [] })
  }

  /** Drags a card with the mouse to the position of another card. */
  drag(from: string, to: string): Promise<void> {
    return this.dragTo(this.card(from), this.card(to))
  }

  /** Chooses an entry of the handle's menu: 置顶, 移到第 N 位…, 置底. */
  async move(name: string, menuItem: string): Promise<void> {
    await this.card(name).hover()
    await this.handle(name).click()
    await this.page.getByRole('menuitem', { name: menuItem }).click()
  }

  async moveTo(name: string, position: number): Promise<void> {
    await this.move(name, '移到第 N 位…')
    await this.dialog.getByRole('spinbutton').fill(String(position))
    await this.page.keyboard.press('Enter')
    await this.dialog.waitFor({ state: 'hidden' })
  }

  async openWizard(): Promise<void> {
    await this.page
      .getByRole('button', { name: /^上传(图片|贴纸|背景)$/ })
      .first()
      .click()
    await this.dialog.waitFor()
  }

  async choose(files: readonly FilePayload[]): Promise<void> {
    await this.page.getByLabel('选择图片').setInputFiles(files.map(({ name, mimeType, buffer }) => ({ name, mimeType, buffer })))
  }

  /** Returns the rows of the results: name, outcome, 错误原因. */
  async results(): Promise<string[][]> {
    const rows = await this.dialog.getByRole('row').all()
    const cells = await Promise.all(rows.map((row) => row.getByRole('cell').allTextContents()))
    return cells.filter((row) => row.length > 0)
  }
}
