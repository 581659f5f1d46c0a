import type { Locator } from 'playwright-core'
import type { Root } from './login-page'

/** 模板管理: groups as tabs, templates as cards. */
export class TemplatesPage {
  constructor(readonly root: Root) {}

  async addGroup(name: string): Promise<void> {
    await this.root.getByRole('button', { name: '新建分组' }).first().click()
    const dialog = this.root.getByRole('dialog')
    await dialog.getByRole('textbox', { name: '分组名称' }).fill(name)
    await dialog.getByRole('button', { name: '新建分组' }).click()
    await this.root.getByRole('tab', { name }).waitFor()
    await dialog.waitFor({ state: 'hidden' })
  }

  async openGroup(name: string): Promise<void> {
    await this.root.getByRole('tab', { name }).click()
  }

  async newTemplate(): Promise<void> {
    await this.root.getByRole('button', { name: '新建模板' }).first().click()
  }

  card(name: string | RegExp): Locator {
    return this.root.locator('.card').filter({ has: this.root.locator('.card-name', { hasText: name }) })
  }

  get cards(): Locator {
    return this.root.locator('.card:not(.card-skeleton)')
  }

  async open(name: string | RegExp): Promise<void> {
    await this.card(name).locator('.card-open').click()
  }
}
