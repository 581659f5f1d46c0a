import type { Locator, Page } from 'playwright-core'

/** Base class of the page models of all screens. */
export class ScreenPage {
  constructor(readonly page: Page) {}

  /** The topmost dialog. */
  get dialog(): Locator {
    return this.page.getByRole('dialog').last()
  }
  /** Finds a button with exactly this name, in the whole page or in a part of it. */
  button(name: string | RegExp, on: Page | Locator = this.page): Locator {
    return on.getByRole('button', { name, exact: true })
  }
  /** Finds a toast or a hint with this text. */
  message(text: string): Locator {
    return this.page.locator('.arco-message').getByText(text, { exact: true }).first()
  }
}
