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
}
