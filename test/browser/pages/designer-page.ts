import type { Locator } from 'playwright-core'
import { type FilePayload, type Root, ScreenPage, type ScreenPoint } from './screen-page'

type Handle = number | 'rotate'

/** The designer's drawer: panels, canvas and header. */
export class DesignerPage extends ScreenPage<Root> {
  /** Resolves when the canvas answers its test probe. */
  async ready(): Promise<void> {
    await this.canvas.waitFor()
    await this.root.waitForFunction(() => {
      const host = document.querySelector('[data-designer-canvas]')
      const event = new CustomEvent('designer-probe', { detail: { probe: null } })
      host?.dispatchEvent(event)
      return event.detail.probe !== null
    })
  }

  get canvas(): Locator {
    return this.root.locator('[data-designer-canvas]')
  }
  get layers(): Locator {
    return this.root.getByRole('list', { name: /图层/ }).getByRole('listitem')
  }
  layer(name: string): Locator {
    return this.root.locator('.designer-layer-main').filter({ hasText: name })
  }
  get saveState(): Locator {
    return this.root.locator('.designer-save-state')
  }

  /** Opens a panel of the rail, unless it is open. */
  async openPanel(name: string): Promise<void> {
    const entry = this.root.getByRole('navigation', { name: '设计工具' }).getByRole('button', { name, exact: true })
    if ((await entry.getAttribute('aria-pressed')) !== 'true') await entry.click()
  }

  /** Chooses files as the seller would, and waits until each is a layer. */
  async upload(...pictures: readonly FilePayload[]): Promise<void> {
    await this.openPanel('上传图片')
    await this.root
      .locator('.designer-upload input[type=file]')
      .setInputFiles(pictures.map(({ name, mimeType, buffer }) => ({ name, mimeType, buffer })))
    for (const { name } of pictures) await this.layer(name.replace(/\.\w+$/, '')).waitFor()
  }

  async select(name: string): Promise<void> {
    await this.layer(name).click()
  }

  /** Returns the screen position of the centre of a layer. */
  async centreOf(uuid: string): Promise<ScreenPoint> {
    const spot = await this.root.evaluate((id) => {
      const host = document.querySelector('[data-designer-canvas]')
      const event = new CustomEvent('designer-probe', {
        detail: { probe: null as null | { layer(uuid: string): { centre: ScreenPoint } | null } },
      })
      host?.dispatchEvent(event)
      return event.detail.probe?.layer(id)?.centre ?? null
    }, uuid)
    if (spot === null) throw new Error(`no layer ${uuid} on the canvas`)
    return this.#inWindow(spot)
  }

  /**
   * Returns the middle of a handle of the selection: 0 is the top left corner, clockwise to 7; 'rotate' is the handle that
   * rotates.
   */
  async handleAt(name: Handle): Promise<ScreenPoint> {
    const spot = await this.root.evaluate((which) => {
      const host = document.querySelector('[data-designer-canvas]')
      const event = new CustomEvent('designer-probe', {
        detail: { probe: null as null | { handle(name: Handle): ScreenPoint | null } },
      })
      host?.dispatchEvent(event)
      return event.detail.probe?.handle(which) ?? null
    }, name)
    if (spot === null) throw new Error('nothing is selected: there is no handle')
    return this.#inWindow(spot)
  }

  /** Resizes the window, and returns when the page has been laid out and drawn in the new size. */
  async resizeWindow(width: number, height: number): Promise<void> {
    await this.page.setViewportSize({ width, height })
    await this.page.waitForFunction((wanted) => innerWidth === wanted.width && innerHeight === wanted.height, { width, height })
    // The resize event and the observers of sizes run before and after the first frame; the second comes after both.
    await this.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  }

  async drag(from: ScreenPoint, by: ScreenPoint): Promise<void> {
    await this.dragMouse(from, { x: from.x + by.x, y: from.y + by.y })
  }

  /** Returns left, top, width, height and rotation of the selected layer, as the fields show them. */
  async layerBox(): Promise<Record<'left' | 'top' | 'width' | 'height' | 'rotation', number>> {
    const number = async (name: string) => Number(await this.field(name).inputValue())
    return {
      left: await number('左（像素）'),
      top: await number('上（像素）'),
      width: await number('宽（像素）'),
      height: await number('高（像素）'),
      rotation: await number('旋转（度）'),
    }
  }

  /**
   * Saves and confirms whatever the checks report; accepts the service agreement when it is asked for, the first time on a
   * machine. A first save puts the template on the shelf.
   */
  async save(): Promise<void> {
    await this.button('保存').first().click()
    const saved = this.root.locator('.designer-save-state.is-clean')
    const checks = this.dialogWith('保存前请检查')
    const agreement = this.dialogWith('服务协议')
    const shelf = this.dialogWith('现在就上架吗')
    const questions = [
      [checks, () => checks.getByRole('button', { name: '仍然保存' }).click()],
      [
        agreement,
        async () => {
          await agreement.getByText('我已阅读并同意').click()
          await agreement.getByRole('button', { name: '同意并保存' }).click()
        },
      ],
      [shelf, () => shelf.getByRole('button', { name: '保存并上架' }).click()],
    ] as const
    let waited = saved.or(checks).or(agreement).or(shelf)
    for (const [question, answer] of questions) {
      await waited.first().waitFor()
      if (await question.isVisible()) {
        await answer()
        await question.waitFor({ state: 'hidden' })
      }
      waited = saved.or(agreement).or(shelf)
    }
    await saved.waitFor()
  }

  /** Drags files from outside over the designer and drops them. */
  async drop(...files: readonly FilePayload[]): Promise<void> {
    await this.dropFiles(this.root.locator('.designer'), files, this.root.getByText('松开鼠标，上传图片'))
  }
  /** Pastes files while no field has the focus. */
  async paste(...files: readonly FilePayload[]): Promise<void> {
    await this.pasteFiles(files)
  }

  /** Renames the template by a click on its title. */
  async rename(name: string): Promise<void> {
    await this.button(/^重命名模板/).click()
    const field = this.field('模板名称')
    await field.fill(name)
    await field.press('Enter')
    await this.button(`重命名模板「${name}」`).waitFor()
  }

  /** Returns the names in the layer list, the topmost first. */
  names(): Promise<string[]> {
    return this.root.locator('.designer-layer-name').allTextContents()
  }
  /** Resolves when the browser's storage holds a draft with so many layers. */
  async draftOf(layers: number): Promise<void> {
    await this.root.waitForFunction(
      (count) =>
        new Promise<boolean>((resolve) => {
          const opening = indexedDB.open('kejiang-drafts')
          opening.onerror = () => resolve(false)
          opening.onsuccess = () => {
            const database = opening.result
            if (!database.objectStoreNames.contains('designer')) {
              database.close()
              return resolve(false)
            }
            const reading = database.transaction('designer').objectStore('designer').getAll()
            reading.onsuccess = () => {
              database.close()
              resolve(reading.result.some((draft) => draft.doc.layers.length === count))
            }
          }
        }),
      layers,
    )
  }

  async close(): Promise<void> {
    await this.button('关闭设计器').click()
    await this.canvas.waitFor({ state: 'detached' })
  }

  /** Converts coordinates inside the plugin's frame to coordinates of the window. */
  async #inWindow(point: ScreenPoint): Promise<ScreenPoint> {
    if (!('frameElement' in this.root)) return point
    const element = await this.root.frameElement()
    const box = await element.boundingBox()
    return box ? { x: point.x + box.x, y: point.y + box.y } : point
  }
}
