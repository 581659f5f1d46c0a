import type { Locator } from 'playwright-core'
import { ScreenPage } from './screen-page'

/** The screens 店铺设置, 商品定制配置 and 定制链接. */
export class SellingPage extends ScreenPage {
  override row(text: string): Locator {
    return this.page.locator('tbody tr').filter({ hasText: text })
  }
  /** Chooses a product mode of a customization setting. */
  async mode(name: string): Promise<void> {
    await this.page.locator('.setting-modes .arco-radio').filter({ hasText: name }).click()
  }
  async check(list: string, name: string): Promise<void> {
    await this.page.getByRole('group', { name: list, exact: true }).getByText(name, { exact: true }).click()
  }
  async tick(...skus: string[]): Promise<void> {
    for (const sku of skus) await this.row(sku).locator('.select-box .arco-checkbox').click()
  }
  /** Returns the lines of the table's summary of a product SKU's customization setting. */
  summary(sku: string): Promise<string[]> {
    return this.row(sku).locator('.setting-summary li').allTextContents()
  }
}
