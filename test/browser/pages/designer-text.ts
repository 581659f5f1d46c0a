import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { DesignerPage } from './designer-page'
import type { ScreenPoint } from './screen-page'

/** The designer's controls for text: the menu, the property section, and the editor on the canvas. */
export class TextTools {
  constructor(readonly designer: DesignerPage) {}

  get panel(): Locator {
    return this.designer.root.locator('.designer-text-panel')
  }
  /** Properties of the selected text. */
  get section(): Locator {
    return this.designer.root.locator('.designer-text-fields')
  }
  /** The text field over the canvas. */
  get editor(): Locator {
    return this.designer.root.getByRole('textbox', { name: '编辑文字' })
  }
  /** The field of the menu for the text to add. */
  get words(): Locator {
    return this.panel.getByRole('textbox', { name: '文字内容' })
  }
  get fonts(): Locator {
    return this.section.locator('.designer-font')
  }
  get swatches(): Locator {
    return this.section.locator('.designer-swatch')
  }
  /** Returns the canvas size, as the panel shows it while nothing is selected. */
  async canvasSize(): Promise<{ readonly width: number; readonly height: number }> {
    const sizeText = await this.designer.root.locator('.designer-facts dd').first().textContent()
    const [width = 0, height = 0] = sizeText?.match(/\d+/g)?.map(Number) ?? []
    return { width, height }
  }

  async open(): Promise<void> {
    await this.designer.openPanel('添加文字')
    // With a text selected the panel offers no second set of its fields.
    const another = this.designer.button('再添加一段文字')
    await this.words.or(another).first().waitFor()
    if (await another.isVisible()) await another.click()
  }
  async add(words: string): Promise<void> {
    await this.open()
    await this.words.fill(words)
    await this.designer.button('添加到画布').click()
    await this.designer.layer(words).waitFor()
  }
  /** Chooses an option of the selected text's properties by its label. */
  async choose(choice: string): Promise<void> {
    await this.section.getByText(choice, { exact: true }).click()
  }
  /** Presses ArrowRight on a slider so many times without releasing it. */
  async slide(name: string, times: number): Promise<void> {
    const slider = this.section.getByRole('slider', { name })
    await slider.focus()
    const { keyboard } = this.designer.page
    for (let i = 0; i < times; i++) await keyboard.down('ArrowRight')
    await keyboard.up('ArrowRight')
  }
  /** Runs an action that changes how the selected text looks, and waits for its new picture. */
  async redrawn(change: () => Promise<void>): Promise<void> {
    const picture = this.designer.root.locator('.designer-layer.is-selected img')
    const before = await picture.getAttribute('src')
    await change()
    await expect.poll(async () => (await picture.getAttribute('src')) !== before).toBe(true)
  }

  /** Returns the screen position of the middle of the selected layer. */
  async middle(): Promise<ScreenPoint> {
    const [a, b] = [await this.designer.handleAt(0), await this.designer.handleAt(4)]
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  }
  /** Opens the editor by a double-click in the middle of the selected text. */
  async edit(): Promise<void> {
    const { x, y } = await this.middle()
    await this.designer.page.mouse.dblclick(x, y)
    await this.editor.waitFor()
  }
  /** Expects the editor within so many px of the middle of the selected layer, in the layer's own font. */
  async nearLayer(px: number): Promise<void> {
    const middle = await this.middle()
    await expect.poll(() => this.editor.evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/designer-font/)
    const box = await this.editor.boundingBox()
    if (!box) throw new Error('the editor has no box')
    expect(Math.abs(box.x + box.width / 2 - middle.x)).toBeLessThan(px)
    expect(Math.abs(box.y + box.height / 2 - middle.y)).toBeLessThan(px)
  }
  /** Returns a screenshot of the canvas. */
  screenshot(): Promise<Buffer> {
    return this.designer.canvas.screenshot()
  }
}
