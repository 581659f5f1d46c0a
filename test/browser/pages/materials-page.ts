import type { Locator } from 'playwright-core'
import { ScreenPage } from './screen-page'

/** 手机壳材质: a table of materials, and the dialogs of their colours. */
export class MaterialsPage extends ScreenPage {
  get manager(): Locator {
    return this.page.locator('.materials-manager')
  }
  needs(name: string): Locator {
    return this.page.getByRole('switch', { name: `「${name}」需要背景` })
  }
  enabled(color: string): Locator {
    return this.manager.getByRole('switch', { name: `启用「${color}」` })
  }
  /** Returns the names of a table in the order in which they are shown. */
  async names(table: string): Promise<string[]> {
    const handles = this.page.getByRole('table', { name: table }).locator('tbody .data-handle')
    const labels = await handles.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
    return labels.map((label) => /「(.*)」/.exec(label)?.[1] ?? '')
  }
  /** Moves a row by one position by the keyboard alone. */
  async carry(name: string, key: 'ArrowUp' | 'ArrowDown'): Promise<void> {
    const announced = (text: string) =>
      this.page.locator('[aria-live=assertive]').filter({ hasText: text }).first().waitFor({ state: 'attached' })
    await this.button(`拖动排序「${name}」`).focus()
    await this.page.keyboard.press('Space')
    await announced(`「${name}」`)
    await this.page.keyboard.press(key)
    await announced(`「${name}」移到`)
    await this.page.keyboard.press('Space')
  }
}
