import type { Locator } from 'playwright-core'
import { ScreenPage } from './screen-page'

/** 品牌与型号: a table of brands, and a table of models per brand. */
export class PhonesPage extends ScreenPage {
  override get dialog(): Locator {
    return this.page.getByRole('dialog')
  }
  tab(name: string | RegExp): Locator {
    return this.page.getByRole('tab', { name })
  }
  override row(name: string): Locator {
    return this.rows.filter({ has: this.page.locator('.phones-name').getByText(name, { exact: true }) })
  }
  /** Returns the names in the order in which they are shown. */
  names(): Promise<string[]> {
    return this.page.locator('tbody .phones-name').allTextContents()
  }
  star(name: string): Locator {
    return this.button(`收藏「${name}」`)
  }
  async tick(...names: string[]): Promise<void> {
    for (const name of names) await this.row(name).locator('.arco-checkbox').click()
  }
  /** Drags a row with the mouse to the position of another row. */
  drag(from: string, to: string): Promise<void> {
    return this.dragTo(this.handle(from), this.handle(to))
  }
}
