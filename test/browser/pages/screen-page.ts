import type { Frame, FrameLocator, JSHandle, Locator, Page } from 'playwright-core'

/** A page, or the plugin's frame inside the client simulator. */
export type Root = Page | Frame
/** Where a screen is shown; a frame locator stands for the frame of another program. */
type AnyRoot = Root | FrameLocator

/** A position in the window, px. */
export interface ScreenPoint {
  readonly x: number
  readonly y: number
}

/** A file as Playwright takes it. */
export interface FilePayload {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

const pageOf = (root: AnyRoot): Page => {
  if ('owner' in root) return root.owner().page()
  return 'mouse' in root ? root : root.page()
}

/** Base class of all page models: what every screen has, and the gestures of mouse, keyboard and files. */
export class ScreenPage<R extends AnyRoot = Page> {
  /** The page that moves the mouse; differs from `root` when the plugin runs in a frame. */
  readonly page: Page

  constructor(readonly root: R) {
    this.page = pageOf(root)
  }

  /** The topmost dialog. */
  get dialog(): Locator {
    return this.root.getByRole('dialog').last()
  }
  /** The topmost dialog that contains these words. */
  dialogWith(words: string): Locator {
    return this.root.getByRole('dialog').filter({ hasText: words }).last()
  }
  /** Dialogs with this title. */
  dialogNamed(name: string | RegExp): Locator {
    return this.root.getByRole('dialog', { name })
  }
  /** Finds a button with exactly this name, in the whole screen or in a part of it. */
  button(name: string | RegExp, on: AnyRoot | Locator = this.root): Locator {
    return on.getByRole('button', { name, exact: true })
  }
  /** Finds a text field with exactly this name. */
  field(name: string, on: AnyRoot | Locator = this.root): Locator {
    return on.getByRole('textbox', { name, exact: true })
  }
  /** Finds a toast or a hint with this text. */
  message(text: string | RegExp): Locator {
    return this.root.locator('.arco-message').getByText(text, { exact: true }).first()
  }
  /** The rows of a table that have an id. */
  get rows(): Locator {
    return this.root.locator('tbody tr[data-id]')
  }
  /** Rows that contain this text. */
  row(text: string): Locator {
    return this.rows.filter({ hasText: text })
  }
  /** The button by which an item of an ordered list is dragged. */
  handle(name: string): Locator {
    return this.button(`拖动排序「${name}」`)
  }
  /** The bar with the actions on ticked rows. */
  get bulkBar(): Locator {
    return this.root.getByRole('region', { name: '批量操作' })
  }
  bulkAction(name: string): Locator {
    return this.button(name, this.bulkBar)
  }
  /** Chooses an option of a combobox. */
  async chooseOption(field: string, option: string, on: AnyRoot | Locator = this.root): Promise<void> {
    await on.getByRole('combobox', { name: field, exact: true }).click()
    await this.root.getByRole('option', { name: option, exact: true }).click()
  }

  /** Returns the position of the middle of an element. */
  async middleOf(element: Locator): Promise<ScreenPoint> {
    const box = await element.boundingBox()
    if (!box) throw new Error(`${element} is not on screen`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  /** Drags with the mouse between two positions. */
  async dragMouse(from: ScreenPoint, to: ScreenPoint, steps = 12): Promise<void> {
    const { mouse } = this.page
    await mouse.move(from.x, from.y)
    await mouse.down()
    await mouse.move(to.x, to.y, { steps })
    await mouse.up()
  }
  /** Drags an element with the mouse to the position of another one. */
  async dragTo(element: Locator, target: Locator): Promise<void> {
    await this.dragMouse(await this.middleOf(element), await this.middleOf(target))
  }
  /** Moves an item by the keyboard alone: Space picks it up, each arrow key moves it by one position, Space drops it. */
  async carry(name: string, by: number): Promise<void> {
    const announced = async (text: string): Promise<string> => {
      const announcement = this.root.locator('[aria-live=assertive]').filter({ hasText: text }).first()
      await announcement.waitFor({ state: 'attached' })
      return (await announcement.textContent()) ?? ''
    }
    const { keyboard } = this.page
    await this.handle(name).focus()
    await keyboard.press('Space')
    const from = Number(/第 (\d+) 位/.exec(await announced(`已拿起「${name}」`))?.[1])
    for (let step = 1; step <= Math.abs(by); step++) {
      await keyboard.press(by < 0 ? 'ArrowUp' : 'ArrowDown')
      await announced(`「${name}」移到第 ${from + Math.sign(by) * step} 位`)
    }
    await keyboard.press('Space')
  }

  /** Drags files from outside over an element and drops them, after `hint` is shown if there is one. */
  async dropFiles(target: Locator, files: readonly FilePayload[], hint?: Locator): Promise<void> {
    const dataTransfer = await this.#transfer(files)
    for (const type of ['dragenter', 'dragover']) await target.dispatchEvent(type, { dataTransfer })
    await hint?.waitFor()
    await target.dispatchEvent('drop', { dataTransfer })
  }
  /** Pastes files, as after copying them, into an element or where nothing has the focus. */
  async pasteFiles(files: readonly FilePayload[], target = this.root.locator('body')): Promise<void> {
    const transfer = await this.#transfer(files)
    await target.evaluate((element, clipboardData) => {
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, transfer)
  }
  /** Pastes text into a field. */
  async pasteText(into: Locator, text: string): Promise<void> {
    await into.evaluate((field, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', pasted)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  }
  #transfer(files: readonly FilePayload[]): Promise<JSHandle<DataTransfer>> {
    const plain = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }))
    return this.root.locator('body').evaluateHandle((_, wanted) => {
      const transfer = new DataTransfer()
      for (const { name, mimeType, base64 } of wanted) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type: mimeType }))
      }
      return transfer
    }, plain)
  }
}
