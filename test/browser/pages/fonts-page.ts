import type { Locator } from 'playwright-core'
import { MaterialsPage } from './materials-page'
import { ScreenPage } from './screen-page'

export interface FontFile {
  readonly name: string
  readonly buffer: Buffer
}

/** 字体与颜色: a table of fonts, a table of text colours, and their forms. */
export class FontsPage extends ScreenPage {
  enabled(name: string): Locator {
    return this.page.getByRole('switch', { name: `启用「${name}」` })
  }
  override row(name: string): Locator {
    return this.rows.filter({ has: this.handle(name) })
  }
  /** Returns the names in the order in which they are shown. */
  names(table: '字体' | '颜色'): Promise<string[]> {
    return new MaterialsPage(this.page).names(table)
  }
  async tick(...names: string[]): Promise<void> {
    for (const name of names) await this.row(name).locator('.arco-checkbox').click()
  }

  /** A font chosen in the form, found by its file's name. */
  draft(fileName: string): Locator {
    return this.dialog.getByRole('listitem', { name: fileName })
  }
  async choose(...files: readonly FontFile[]): Promise<void> {
    const picked = files.map(({ name, buffer }) => ({ name, buffer, mimeType: 'font/ttf' }))
    await this.dialog.locator('input[type=file]').setInputFiles(picked)
  }
  /** Returns the height and the most frequent opaque colour of a picture on screen. */
  pixels(picture: Locator): Promise<{ readonly height: number; readonly color: string }> {
    return picture.evaluate(async (element) => {
      const image = element as HTMLImageElement
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      const counts = new Map<string, number>()
      for (let i = 0; i < data.length; i += 4) {
        const color = data.slice(i, i + 3).join(',')
        if (data[i + 3] === 255) counts.set(color, (counts.get(color) ?? 0) + 1)
      }
      const [[color = ''] = []] = [...counts].sort((a, b) => b[1] - a[1])
      return { height: image.naturalHeight, color }
    })
  }
}
