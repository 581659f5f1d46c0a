import type { Locator } from 'playwright-core'
import { ScreenPage } from './screen-page'

/** 品牌与型号: a table of brands, and a table of models per brand. */
export class PhonesPage extends ScreenPage {
  override get dialog(): Locator {
    return this.page.getByRole('dialog')
  }
  get rows(): Locator {
    return this.page.locator('tbody tr[data-id]')
  }
  tab(name: string | RegExp): Locator {
    return this.page.getByRole('tab', { name })
  }
  row(name: string): Locator {
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
  /** Moves a row by the keyboard alone: Space picks it up, each arrow key moves it by one position, Space drops it. */
  async carry(name: string, by: number): Promise<void> {
    const announced = (text: string) =>
      this.page.locator('[aria-live=assertive]').filter({ hasText: text }).first().waitFor({ state: 'attached' })
    const from = (await this.names()).indexOf(name) + 1
    await this.page.getByRole('button', { name: `拖动排序「${name}」`, exact: true }).focus()
    await this.page.keyboard.press('Space')
    await announced(`「${name}」`)
    for (let step = 1; step <= Math.abs(by); step++) {
      await this.page.keyboard.press(by < 0 ? 'ArrowUp' : 'ArrowDown')
      await announced(`「${name}」移到第 ${from + Math.sign(by) * step} 位`)
    }
    await this.page.keyboard.press('Space')
  }
  /** Drags a row with the mouse to the position of another row. */
  async drag(from: string, to: string): Promise<void> {
    const start = await this.row(from).locator('.data-handle').boundingBox()
    const end = await this.row(to).locator('.data-handle').boundingBox()
    if (!start || !end) throw new Error('a row is not on screen')
    await this.page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
    await this.page.mouse.down()
    await this.page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 12 })
    await this.page.mouse.up()
  }
}
