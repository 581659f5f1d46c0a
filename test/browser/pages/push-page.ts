import type { FrameLocator, Locator, Page } from 'playwright-core'

/** The push dialog, in the back office or in the frame of another program. */
export class PushDialogPage {
  constructor(readonly root: Page | FrameLocator) {}

  get dialog(): Locator {
    return this.root.getByRole('dialog').filter({ hasText: '推送到工厂' })
  }
  button(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name, exact: true })
  }
  async chooseFactory(name: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: '工厂' }).click()
    await this.root.getByRole('option', { name, exact: true }).click()
  }
  /** The row of an order. */
  order(number: string): Locator {
    return this.dialog.getByRole('listitem').filter({ hasText: number })
  }
  /** The status text about all orders. */
  message(text: string | RegExp): Locator {
    return this.dialog.getByRole('status').filter({ hasText: text })
  }
}
