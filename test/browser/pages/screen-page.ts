import type { Locator, Page } from 'playwright-core'

/** What the page models of all screens share. */
export class ScreenPage {
  constructor(readonly page: Page) {}

  /** The dialog on top. */
  get dialog(): Locator {
    return this.page.getByRole('dialog').last()
  }
  /** A button with this name and no longer one, in the whole page or in a part of it. */
  button(name: string | RegExp, on: Page | Locator = this.page): Locator {
    return on.getByRole('button', { name, exact: true })
  }
  /** A toast or a hint with this text. */
  message(text: string): Locator {
    return this.page.locator('.arco-message').getByText(text, { exact: true }).first()
  }
}
