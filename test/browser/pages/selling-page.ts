import type { Locator, Page } from 'playwright-core'
import { PhonesPage } from './phones-page'

/** 店铺设置, 商品定制配置 and 定制链接. */
export class SellingPage {
  constructor(readonly page: Page) {}

  get dialog(): Locator {
    return this.page.getByRole('dialog').last()
  }
  button(name: string, on: Page | Locator = this.page): Locator {
    return on.getByRole('button', { name, exact: true })
  }
  message(text: string): Locator {
    return new PhonesPage(this.page).message(text)
  }
  row(text: string): Locator {
    return this.page.locator('tbody tr').filter({ hasText: text })
  }
  /** Chooses from a list that opens under a field. */
  async choose(field: string, option: string, on: Page | Locator = this.page): Promise<void> {
    await on.getByRole('combobox', { name: field, exact: true }).click()
    await this.page.getByRole('option', { name: option, exact: true }).click()
  }
  /** A mode of a configuration. */
  async mode(name: string): Promise<void> {
    await this.page.locator('.setting-modes .arco-radio').filter({ hasText: name }).click()
  }
  async check(list: string, name: string): Promise<void> {
    await this.page.getByRole('group', { name: list, exact: true }).getByText(name, { exact: true }).click()
  }
  async tick(...skus: string[]): Promise<void> {
    for (const sku of skus) await this.row(sku).locator('.tick .arco-checkbox').click()
  }
  /** What the table says of a SKU's configuration, line by line. */
  summary(sku: string): Promise<string[]> {
    return this.row(sku).locator('.setting-summary li').allTextContents()
  }
}
