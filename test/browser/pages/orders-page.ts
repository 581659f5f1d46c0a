import type { Locator } from 'playwright-core'
import { ScreenPage } from './screen-page'

/** After this time, ms, a click looks again whether its action was folded away. It limits nothing: a slow machine tries again. */
const foldingMs = 1_000

/** 订单管理: the table of orders, the bar for ticked orders, the detail view of an order, and syncs. */
export class OrdersPage extends ScreenPage {
  /** An order with its items and its sub-orders. */
  order(number: string): Locator {
    return this.page.locator('.orders-block').filter({ has: this.page.getByText(number, { exact: true }) })
  }
  /** Returns the order numbers in the order in which they are shown, including sub-orders. */
  numbers(): Promise<string[]> {
    return this.page.locator('.orders-block .orders-number-text').allTextContents()
  }
  get picked(): Locator {
    return this.page.locator('.orders-picked')
  }
  tick(item: string): Locator {
    return this.page.getByRole('checkbox', { name: `选择「${item}」` })
  }
  /** The box of a whole order: that of its line, or of its only item. */
  tickOrder(number: string): Locator {
    return this.order(number).getByRole('checkbox').first()
  }
  /** Clicks an action of the screen. A narrow window folds it into a panel, and the row folds anew when an action comes or goes. */
  async act(name: string): Promise<void> {
    const action = this.button(name)
    const more = this.button('更多操作')
    await action.or(more).first().waitFor()
    const click = async () => {
      const isReady = await action.click({ trial: true, timeout: foldingMs }).then(
        () => true,
        () => false,
      )
      // In one step: a click of the browser's own that ends too late would be taken for none, and be made twice.
      const pressed = isReady
        ? await action.evaluateAll((buttons) => buttons.map((button) => (button as HTMLElement).click()))
        : []
      return pressed.length > 0
    }
    while (!(await click())) if (await more.isVisible()) await more.click()
  }
  async goToPage(number: number): Promise<void> {
    await this.page
      .locator('.list-footer .arco-pagination-item')
      .filter({ hasText: new RegExp(`^${number}$`) })
      .click()
  }
  async open(number: string): Promise<void> {
    await this.button(`订单 ${number} 的详情`).click()
    await this.dialog.getByText(number, { exact: true }).waitFor()
  }
  /** The value of a named fact of the design that is open. */
  fact(name: string): Locator {
    return this.dialog
      .locator('.order-fact')
      .filter({ has: this.page.getByText(name, { exact: true }) })
      .locator('dd')
  }
  get stage(): Locator {
    return this.dialog.getByRole('group', { name: /^图片：/ })
  }
  get percent(): Locator {
    return this.dialog.locator('.picture-stage-percent')
  }
}
