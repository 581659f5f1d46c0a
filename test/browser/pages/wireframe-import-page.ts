import type { Locator } from 'playwright-core'
import { type FilePayload, type Root, ScreenPage } from './screen-page'

/** 一键导入线框图: the import wizard on the wireframe screen. */
export class WireframeImportPage extends ScreenPage<Root> {
  static readonly path = '/app/phone_case_material/wireframe'

  get openButton(): Locator {
    return this.button('一键导入')
  }
  override get dialog(): Locator {
    return this.dialogWith('一键导入线框图')
  }
  get start(): Locator {
    return this.button(/^开始导入 \d+ 组$/, this.dialog)
  }
  /** The part of the check step that scrolls. */
  get plan(): Locator {
    return this.dialog.locator('.import-plan')
  }
  /** The result for all groups: 新建 2，更新 0，跳过 0，失败 1。 */
  get summary(): Locator {
    return this.dialog.getByText(/^新建 \d+，更新 \d+，跳过 \d+，失败 \d+/)
  }

  async open(): Promise<void> {
    await this.openButton.click()
    await this.dialog.waitFor()
  }

  /** Chooses files through one of the three fields: 选择图片, 选择文件夹, 选择压缩包. */
  async pick(files: readonly FilePayload[], field = '选择图片'): Promise<void> {
    await this.dialog.locator(`input[type=file][aria-label="${field}"]`).setInputFiles([...files])
  }

  /** Chooses a whole folder through 选择文件夹. */
  async pickFolder(path: string): Promise<void> {
    await this.dialog.locator('input[type=file][aria-label="选择文件夹"]').setInputFiles(path)
  }

  /** Drops files on the wizard or pastes them into it. */
  addFiles(how: 'drop' | 'paste', files: readonly FilePayload[]): Promise<void> {
    const target = this.dialog.getByRole('region', { name: /拖到这里/ })
    return how === 'drop' ? this.dropFiles(target, files) : this.pasteFiles(files, target)
  }

  /** The number that the import plan shows for an outcome: 新建, 更新, 跳过, 不能导入. */
  count(label: string, count: number): Locator {
    return this.button(`${label} ${count}`, this.dialog)
  }

  override row(name: string): Locator {
    return this.dialog.getByRole('row').filter({ hasText: name })
  }

  /** Opens the correction of a row and types another file name. */
  async rename(row: string, from: string, to: string, submit: string): Promise<void> {
    await this.button(`修改「${row}」`, this.dialog).click()
    await this.field(`「${from}」的文件名`, this.dialog).fill(to)
    await this.button(submit, this.dialog).click()
  }

  async finish(): Promise<void> {
    await this.button('完成', this.dialog).click()
    await this.dialog.waitFor({ state: 'hidden' })
  }
}
