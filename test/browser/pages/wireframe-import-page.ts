import type { Locator } from 'playwright-core'
import type { Root } from './login-page'

export interface FilePayload {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** 一键导入线框图: the import wizard on the wireframe screen. */
export class WireframeImportPage {
  constructor(readonly root: Root) {}

  static readonly path = '/app/phone_case_material/wireframe'

  get openButton(): Locator {
    return this.root.getByRole('button', { name: '一键导入', exact: true })
  }
  get dialog(): Locator {
    return this.root.getByRole('dialog').filter({ hasText: '一键导入线框图' })
  }
  get start(): Locator {
    return this.dialog.getByRole('button', { name: /^开始导入 \d+ 组$/ })
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
  async give(how: 'drop' | 'paste', files: readonly FilePayload[]): Promise<void> {
    const plain = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: buffer.toString('base64') }))
    await this.dialog.getByRole('region', { name: /拖到这里/ }).evaluate(
      (target, { event, wanted }) => {
        const data = new DataTransfer()
        for (const { name, mimeType, bytes } of wanted) {
          data.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name, { type: mimeType }))
        }
        const given = { bubbles: true, cancelable: true }
        if (event === 'paste') target.dispatchEvent(new ClipboardEvent('paste', { ...given, clipboardData: data }))
        else target.dispatchEvent(new DragEvent('drop', { ...given, dataTransfer: data }))
      },
      { event: how, wanted: plain },
    )
  }

  /** The number that the import plan shows for an outcome: 新建, 更新, 跳过, 不能导入. */
  count(label: string, count: number): Locator {
    return this.dialog.getByRole('button', { name: `${label} ${count}`, exact: true })
  }

  row(name: string): Locator {
    return this.dialog.getByRole('row').filter({ hasText: name })
  }

  /** Opens the correction of a row and types another file name. */
  async rename(row: string, from: string, to: string, submit: string): Promise<void> {
    await this.dialog.getByRole('button', { name: `修改「${row}」` }).click()
    await this.dialog.getByRole('textbox', { name: `「${from}」的文件名` }).fill(to)
    await this.dialog.getByRole('button', { name: submit, exact: true }).click()
  }

  async finish(): Promise<void> {
    await this.dialog.getByRole('button', { name: '完成' }).click()
    await this.dialog.waitFor({ state: 'hidden' })
  }
}
