import type { Locator } from 'playwright-core'
import { type FilePayload, ScreenPage } from './screen-page'

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

  async open(name: string): Promise<void> {
    await this.row(name).locator('.wireframes-edit-button').click()
    await this.form.waitFor()
  }
  async choose(layer: Layer, picture: FilePayload): Promise<void> {
    const { name, mimeType, buffer } = picture
    await this.form.locator(`input[type=file][aria-label$="${layer}"]`).setInputFiles({ name, mimeType, buffer })
  }
  /** Waits until the form shows the picture of this size. */
  async waitForPicture(layer: Layer, size: string): Promise<void> {
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
  get save(): Locator {
    return this.form.getByRole('button', { name: '保存线框图' })
  }
  /** Drags an edge of the print area by so many screen px. */
  async drag(side: Side, dx: number, dy: number): Promise<void> {
    const { x, y } = await this.middleOf(this.edge(side))
    await this.dragMouse({ x, y }, { x: x + dx, y: y + dy }, 6)
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
    await this.bulkAction(name).click()
  }
}
