import type { Locator } from 'playwright-core'
import { type FilePayload, ScreenPage } from './screen-page'

/** 导入PSD, on the template screen and inside the designer. */
export class PsdImportPage extends ScreenPage {
  override get dialog(): Locator {
    return this.dialogWith('导入PSD')
  }
  /** The dialog 导入失败. */
  get failure(): Locator {
    return this.page.getByRole('dialog').filter({ has: this.page.getByText('导入失败', { exact: true }) })
  }
  get cards(): Locator {
    return this.dialog.locator('.psd-card')
  }
  card(name: string): Locator {
    return this.cards.filter({ has: this.page.getByTitle(name, { exact: true }) })
  }
  tick(name: string): Locator {
    return this.card(name).locator('input')
  }
  override button(name: string | RegExp, on = this.dialog): Locator {
    return super.button(name, on)
  }

  /** Opens the dialog with the button of the topmost screen. */
  async open(): Promise<void> {
    await this.page.getByRole('button', { name: '导入PSD' }).last().click()
    await this.dialog.waitFor()
  }
  /** Chooses files as the seller would. */
  async pick(...files: readonly FilePayload[]): Promise<void> {
    await this.dialog
      .getByLabel('选择PSD文件', { exact: true })
      .first()
      .setInputFiles([...files])
  }
  /** Resolves when every artboard shows its picture. */
  async pictures(count: number): Promise<void> {
    await this.page.waitForFunction((wanted) => {
      const shown = [...document.querySelectorAll<HTMLImageElement>('.psd-card-picture img')]
      return shown.length === wanted && shown.every((image) => image.complete && image.naturalWidth > 0)
    }, count)
  }
}
