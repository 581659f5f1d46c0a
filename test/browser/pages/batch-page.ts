import type { Locator } from 'playwright-core'
import { ScreenPage } from './screen-page'

/** Actions on many templates at once: ticking them, previewing them on a case, changing their settings. */
export class BatchPage extends ScreenPage {
  async tick(name: string): Promise<void> {
    await this.page
      .getByRole('checkbox', { name: `选择「${name}」`, exact: true })
      .first()
      .click()
  }
  async tickPage(): Promise<void> {
    await this.page.getByText('选择本页全部').click()
  }

  get drawer(): Locator {
    return this.dialogNamed(/^批量预览/)
  }
  cell(name: string): Locator {
    return this.drawer.locator('.batch-cell').filter({ hasText: name })
  }
  /** Resolves when every cell on screen shows all of its pictures. */
  async drawn(): Promise<void> {
    await this.cell('').first().waitFor()
    await this.page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('.batch-cell img')].every((one) => one.complete && one.naturalWidth > 0),
    )
  }
  /** The light on a case of the grid. */
  lightOn(name: string): Locator {
    return this.cell(name).locator('.batch-light')
  }
  async choose(label: string, name: string): Promise<void> {
    await this.drawer.locator('.phone-form-row').filter({ hasText: label }).locator('.arco-select').click()
    const option = this.drawer.locator('.arco-select-option:visible').getByText(name, { exact: true })
    await option.click()
    await option.waitFor({ state: 'hidden' })
  }

  get large(): Locator {
    return this.page.locator('.batch-large-space')
  }
  /** The large view once the picture made for its size has replaced the thumbnail. */
  get sharp(): Locator {
    return this.page.locator('.batch-large-space[data-sharp=true]')
  }

  /** The dialog in which a case is turned as a solid. */
  get turning(): Locator {
    return this.dialogNamed(/^转动看看/)
  }
  get stage(): Locator {
    return this.turning.locator('.turn-view-stage')
  }
  /** Degrees and zoom of the last drawn picture; waits for one other than `before`. */
  async turn(before: string | null = null): Promise<string> {
    const drawn = before === null ? '.turn-view-stage[data-turn]' : `.turn-view-stage[data-turn]:not([data-turn="${before}"])`
    await this.page.locator(drawn).waitFor()
    return (await this.stage.getAttribute('data-turn')) ?? ''
  }

  get settings(): Locator {
    return this.dialogNamed(/^批量设置/)
  }
}
