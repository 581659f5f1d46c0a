import type { Locator } from 'playwright-core'
import type { Picture } from '../support/pictures'
import { ScreenPage } from './screen-page'

export type Layer = '前景图' | '背景图'
export type Side = '左' | '右' | '上' | '下'

/** 手机壳线框图: rows of one model or of a whole brand, the form of a wireframe, and bulk actions. */
export class WireframesPage extends ScreenPage {
  /** The drawer with the form, or a confirmation over it. */
  get form(): Locator {
    return this.page.locator('.wireframes-form')
  }
  override get dialog(): Locator {
    return this.page.getByRole('dialog')
  }
  get rows(): Locator {
    return this.page.locator('.data-table tbody tr[data-id]')
  }
  row(name: string): Locator {
    return this.rows.filter({ hasText: name })
  }

  async open(name: string): Promise<void> {
    await this.row(name).locator('.wireframes-edit-button').click()
    await this.form.waitFor()
  }
  async choose(layer: Layer, picture: Picture | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const { name, mimeType, buffer } = picture
    await this.form.locator(`input[type=file][aria-label$="${layer}"]`).setInputFiles({ name, mimeType, buffer })
  }
  /** Waits until the form shows the picture of this size. */
  async arrived(layer: Layer, size: string): Promise<void> {
    const field = this.form.getByRole('region', { name: layer })
    await field.getByText(size, { exact: true }).waitFor()
    await field.getByRole('button', { name: `更换${layer}` }).waitFor()
  }
  margin(side: Side): Locator {
    return this.form.getByRole('textbox', { name: `${side}边距（像素）` })
  }
  edge(side: Side): Locator {
    return this.form.getByRole('slider', { name: `打印区域${side}边` })
  }
  margins(): Promise<string[]> {
    return Promise.all((['左', '右', '上', '下'] as const).map((side) => this.margin(side).inputValue()))
  }
  async paste(into: Locator, text: string): Promise<void> {
    await into.evaluate((field, pasted) => {
      const data = new DataTransfer()
      data.setData('text', pasted)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, text)
  }
  get save(): Locator {
    return this.form.getByRole('button', { name: '保存线框图' })
  }
  /** Drags an edge of the print area by so many screen px. */
  async drag(side: Side, dx: number, dy: number): Promise<void> {
    const box = await this.edge(side).boundingBox()
    if (!box) throw new Error('the edge is not on screen')
    const x = box.x + box.width / 2
    const y = box.y + box.height / 2
    await this.page.mouse.move(x, y)
    await this.page.mouse.down()
    await this.page.mouse.move(x + dx, y + dy, { steps: 6 })
    await this.page.mouse.up()
  }
  async tick(name: string): Promise<void> {
    await this.row(name).locator('.data-select-cell label').click()
  }
  async tickPage(): Promise<void> {
    await this.page.locator('thead .data-select-cell label').click()
  }
  shelf(name: string): Locator {
    return this.row(name).getByRole('switch')
  }
  async runBulkAction(name: string): Promise<void> {
    await this.page.getByRole('region', { name: '批量操作' }).getByRole('button', { name, exact: true }).click()
  }
}
